//! What nodes ask one another through the database.

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Row};

use super::failed::Failed;
use super::presence::millis;
use super::{Postgres, row};
use crate::columns::integer;
use crate::{Answer, Question, QuestionId, Questions};

/// Asking also deletes the questions of nodes that died before they could take them back: there may
/// be no worker that would.
const ASK: &str = "
    with old as (
        delete from questions where id in (
            select id from questions where asked < now() - interval '1 minute'
            for update skip locked)
    ), asked as (
        insert into questions (id, question) values ($1, $2) returning 1
    )
    select pg_notify('konoba_jobs', '') from asked";

/// An older question is left alone: no client waits for its answer any more.
const TAKE: &str = "
    with free as (
        select id from questions
        where asked >= now() - $2 * interval '1 millisecond' and answer is null
            and (until is null or until <= now())
        order by asked limit $1 for update skip locked
    )
    update questions set until = now() + interval '10 seconds'
    from free where questions.id = free.id returning questions.id, question";

const ANSWER: &str = "update questions set answer = $2 where id = $1";

const FETCH: &str = "delete from questions where id = $1 and answer is not null returning answer";

const FORGET: &str = "delete from questions where id = $1";

impl Questions for Postgres {
    fn ask(&self, question: Question) -> Answer<()> {
        self.change(move |client| async move {
            let id = question.id.to_string();
            client.query_typed(ASK, &[(&id, Type::TEXT), (&question.text, Type::TEXT)]).await?;
            Ok(())
        })
    }

    fn take(&self, most: usize) -> Answer<Vec<Question>> {
        self.change(move |client| async move { take(&client, most).await })
    }

    fn answer(&self, id: QuestionId, answer: String) -> Answer<()> {
        self.change(move |client| async move {
            let id = id.to_string();
            client.execute_typed(ANSWER, &[(&id, Type::TEXT), (&answer, Type::TEXT)]).await?;
            Ok(())
        })
    }

    fn fetch(&self, id: QuestionId) -> Answer<Option<String>> {
        self.look_up(move |client| async move {
            let found = client.query_typed_opt(FETCH, &[(&id.to_string(), Type::TEXT)]).await?;
            Ok(found.map(|found| found.try_get(0)).transpose()?)
        })
    }

    fn forget(&self, id: QuestionId) -> Answer<()> {
        self.change(move |client| async move {
            client.execute_typed(FORGET, &[(&id.to_string(), Type::TEXT)]).await?;
            Ok(())
        })
    }
}

async fn take(client: &Client, most: usize) -> Result<Vec<Question>, Failed> {
    let (most, patience) = (integer(most as u64), millis(Question::PATIENCE));
    let found = client.query_typed(TAKE, &[(&most, Type::INT8), (&patience, Type::INT8)]).await?;
    let question =
        |found: &Row| Ok(Question { id: row::parsed(found.try_get(0)?)?, text: found.try_get(1)? });
    found.iter().map(question).collect()
}
