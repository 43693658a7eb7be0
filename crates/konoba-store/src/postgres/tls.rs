//! How a connection is encrypted, and which certificates are trusted. The modes are those of libpq.

use std::path::Path;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// What is asked of the other end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Trust {
    /// No encryption.
    Disable,
    /// Encryption if the other end has it.
    #[default]
    Prefer,
    /// Encryption, with any certificate at the other end.
    Require,
    /// A certificate that a known authority has signed.
    VerifyCa,
    /// The same, for the name of the host.
    VerifyFull,
}

impl Trust {
    pub(super) fn read(word: &str) -> Option<Self> {
        match word {
            "disable" => Some(Self::Disable),
            // Where the other end takes both, the better one is used.
            "allow" | "prefer" => Some(Self::Prefer),
            "require" => Some(Self::Require),
            "verify-ca" => Some(Self::VerifyCa),
            "verify-full" => Some(Self::VerifyFull),
            _ => None,
        }
    }

    pub(super) const fn mode(self) -> SslMode {
        match self {
            Self::Disable => SslMode::Disable,
            Self::Prefer => SslMode::Prefer,
            Self::Require | Self::VerifyCa | Self::VerifyFull => SslMode::Require,
        }
    }

    /// What encrypts, with the certificates of the authorities that are known: those in a file, or those
    /// of the system.
    pub(super) fn connector(self, authorities: Option<&Path>) -> Result<MakeRustlsConnect, String> {
        let provider = Arc::new(ring::default_provider());
        // An operator who names the authorities wants them checked; libpq does the same.
        let trust = match (self, authorities) {
            (Self::Require, Some(_)) => Self::VerifyCa,
            (trust, _) => trust,
        };
        let known = match trust {
            Self::Disable | Self::Prefer | Self::Require => None,
            Self::VerifyCa | Self::VerifyFull => {
                let roots = Arc::new(roots(authorities)?);
                let known = WebPkiServerVerifier::builder_with_provider(roots, provider.clone());
                Some(known.build().map_err(|error| error.to_string())?)
            }
        };
        let verifier: Arc<dyn ServerCertVerifier> = match (trust, known) {
            (Self::VerifyFull, Some(known)) => known,
            (_, known) => Arc::new(AnyName { known, provider: provider.clone() }),
        };
        let config =
            ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?;
        let config = config.dangerous().with_custom_certificate_verifier(verifier);
        Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
    }
}

fn roots(authorities: Option<&Path>) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    match authorities {
        Some(file) => {
            let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
            let found = CertificateDer::pem_file_iter(file).map_err(|error| failed(&error))?;
            for certificate in found {
                let certificate = certificate.map_err(|error| failed(&error))?;
                roots.add(certificate).map_err(|error| failed(&error))?;
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    match roots.is_empty() {
        true => {
            Err("there is no certificate of an authority; name a file by sslrootcert".to_owned())
        }
        false => Ok(roots),
    }
}

/// Takes a certificate for whichever name: one that a known authority has signed, or any where none is known. Its
/// owner has to have its key.
#[derive(Debug)]
struct AnyName {
    known: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(known) = &self.known else { return Ok(ServerCertVerified::assertion()) };
        match known.verify_server_cert(certificate, between, name, status, now) {
            // The name is looked at last, when everything else is well.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
