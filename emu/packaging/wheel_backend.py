# SPDX-License-Identifier: MIT
"""Builds the wheel `emucc` (PEP 517) with nothing but Python's own library.

The wheel has what `make install` installs: lib/emu/, the manual page and the command emucc. It works where g++ is
installed.
"""
import base64
import hashlib
import os
import subprocess
import tempfile
import zipfile

EMU = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TAG = "py3-none-linux_x86_64"
SUMMARY = "CUDA C++ compiler for an emulated GPU"
COMMAND = """#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/../lib/emu/bin/emucc" "$@"
"""


def _version():
    with open(os.path.join(EMU, "VERSION"), encoding="utf-8") as file:
        return file.read().strip()


def _metadata():
    return f"Metadata-Version: 2.1\nName: emucc\nVersion: {_version()}\nSummary: {SUMMARY}\nLicense: MIT\n"


def _wheel():
    return f"Wheel-Version: 1.0\nGenerator: emucc\nRoot-Is-Purelib: false\nTag: {TAG}\n"


class _Archive:
    """The zip file of the wheel, and the list of its files."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.records = []

    def add(self, name, data, executable=False):
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(data)}")

    def close(self, name):
        self.zip.writestr(name, "\n".join(self.records + [f"{name},,", ""]))
        self.zip.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"emucc-{_version()}"
    wheel = f"{name}-{TAG}.whl"
    archive = _Archive(os.path.join(wheel_directory, wheel))
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    with tempfile.TemporaryDirectory() as stage:
        subprocess.run(["make", "-s", "-C", EMU, "install", f"DESTDIR={stage}", "PREFIX="],
                       check=True, env=environment)
        for folder, _, files in sorted(os.walk(stage)):
            for file in sorted(files):
                path = os.path.join(folder, file)
                relative = os.path.relpath(path, stage)
                if relative == "bin/emucc":  # a link, which a wheel cannot hold
                    continue
                with open(path, "rb") as stream:
                    archive.add(f"{name}.data/data/{relative}", stream.read(), os.access(path, os.X_OK))
    archive.add(f"{name}.data/scripts/emucc", COMMAND.encode(), True)
    archive.add(f"{name}.dist-info/METADATA", _metadata().encode())
    archive.add(f"{name}.dist-info/WHEEL", _wheel().encode())
    archive.close(f"{name}.dist-info/RECORD")
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("build the wheel from a copy of the folder emu/")
