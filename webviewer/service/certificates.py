"""Certificates for a server without a public name: its own authority, and one for the server.

A device trusts the authority once. The server's certificate is made again at every start. This
module needs the package `cryptography`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_AUTHORITY_LASTS: Final = timedelta(days=825)
_SERVER_LASTS: Final = timedelta(days=90)


class Certificates(NamedTuple):
    """Paths of the authority's certificate, the server's certificate, and the server's key.

    `fingerprint` is the fingerprint of the authority's certificate, which people can compare.
    """

    authority: Path
    server: Path
    key: Path
    fingerprint: str


def certificates(folder: Path, names: Sequence[str], of: str = "") -> Certificates:
    """Create an HTTPS certificate for a server with these host names and addresses.

    The folder's own certificate authority signs it; the authority is created if there is none.
    Return the paths of the files and the authority's fingerprint. The names of the server's files
    begin with `of`, so that several servers can share a folder.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = ("authority.pem", f"{of}server.pem", f"{of}key.pem")
    authority, server, key = (folder / name for name in files)
    own_key = folder / "authority-key.pem"
    if not (authority.exists() and own_key.exists()):
        _make_authority(authority, own_key)
    trusted = x509.load_pem_x509_certificate(authority.read_bytes())
    signing = load_pem_private_key(own_key.read_bytes(), None)
    if not isinstance(signing, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{own_key} holds another kind of key")
    private = ec.generate_private_key(ec.SECP256R1())
    shown = _for_server(trusted, private, names).sign(signing, SHA256())
    _write(key, _bytes_of(private))
    _write(server, shown.public_bytes(Encoding.PEM))
    digits = trusted.fingerprint(SHA256()).hex().upper()
    fingerprint = ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))
    return Certificates(authority, server, key, fingerprint)


def _make_authority(path: Path, key_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _named("mjlog venue")
    made = _begun(name, name, key, _AUTHORITY_LASTS)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    _write(key_path, _bytes_of(key))
    _write(path, made.sign(key, SHA256()).public_bytes(Encoding.PEM))


def _for_server(
    authority: x509.Certificate, key: ec.EllipticCurvePrivateKey, names: Sequence[str]
) -> x509.CertificateBuilder:
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    return (
        _begun(_named(names[0]), authority.subject, key, _SERVER_LASTS)
        .add_extension(
            x509.SubjectAlternativeName([_general(name) for name in names]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=False)
    )


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, lasts: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + lasts)
    )


def _named(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words[:64])])


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _bytes_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, data: bytes) -> None:
    """Write a file that only this user can read; replace the file if it exists."""
    path.unlink(missing_ok=True)
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as file:
        file.write(data)
