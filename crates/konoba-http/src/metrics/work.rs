//! Figures of the work that waits for a processor, kind by kind, taken at each scrape.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

use konoba_live::{House, WorkFigures};

/// The figures of a house.
pub(super) struct Collected(pub(super) House);

impl fmt::Debug for Collected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Collected")
    }
}

impl Collector for Collected {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let all = self.0.work_figures();
        let gauge = |value: usize| ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
        let mut gauges = |name, help, value: fn(&WorkFigures) -> usize| {
            let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            all.iter().try_for_each(|figures| {
                let labels = [("kind", figures.kind.id())];
                gauge(value(figures)).encode(metric.encode_family(&labels)?)
            })
        };
        gauges("work_waiting", "Work that waits for a processor", |of| of.waiting)?;
        gauges("work_running", "Work that is being done", |of| of.running)?;
        let mut counters = |name, help, values: fn(&WorkFigures) -> Vec<(&'static str, f64)>| {
            let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
            all.iter().try_for_each(|figures| {
                values(figures).into_iter().try_for_each(|(why, value)| {
                    let (kind, counter) = (("kind", figures.kind.id()), ConstCounter::new(value));
                    match why {
                        "" => counter.encode(metric.encode_family(&[kind])?),
                        _ => counter.encode(metric.encode_family(&[kind, ("why", why)])?),
                    }
                })
            })
        };
        counters("work_done", "Work that was done", |of| vec![("", of.done as f64)])?;
        let help = "Work cancelled because its client had left";
        counters("work_cancelled", help, |of| vec![("", of.cancelled as f64)])?;
        let help = "Work refused: the client had used up its share, or there was too much in all";
        counters("work_refused", help, |of| {
            vec![("own-share", of.refused_own as f64), ("overload", of.refused_house as f64)]
        })?;
        let help = "Time for which work had waited when it began";
        counters("work_waited_seconds", help, |of| vec![("", of.waited.as_secs_f64())])?;
        counters("work_seconds", "Time that work has taken", |of| vec![("", of.used.as_secs_f64())])
    }
}
