#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""validate.py SCHEMA [FILE]: is the JSON in FILE (or stdin) what the schema says? The words of JSON Schema that
learn/report/schemas/ uses; any other word is refused, so that none is passed over in silence."""
import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
KNOWN = {"description", "type", "required", "additionalProperties", "properties", "items", "enum", "minimum"}


def check(value, schema, where):
    unknown = set(schema) - KNOWN
    if unknown:
        sys.exit(f"schema: {unknown} is not known here")
    wanted = schema.get("type")
    if wanted and (not isinstance(value, TYPES[wanted]) or (wanted == "integer" and isinstance(value, bool))):
        sys.exit(f"{where}: no {wanted}: {value!r}")
    if "enum" in schema and value not in schema["enum"]:
        sys.exit(f"{where}: {value!r} is none of {schema['enum']}")
    if "minimum" in schema and value < schema["minimum"]:
        sys.exit(f"{where}: {value} is below {schema['minimum']}")
    for name in schema.get("required", []):
        if name not in value:
            sys.exit(f"{where}: {name} is missing")
    if isinstance(value, dict):
        for name, member in value.items():
            properties = schema.get("properties", {})
            if name in properties:
                check(member, properties[name], f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                sys.exit(f"{where}: {name} does not belong there")
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            check(item, schema["items"], f"{where}[{number}]")


with open(sys.argv[1], encoding="utf-8") as file:
    the_schema = json.load(file)
if len(sys.argv) > 2:
    with open(sys.argv[2], encoding="utf-8") as file:
        the_value = json.load(file)
else:
    the_value = json.load(sys.stdin)
check(the_value, the_schema, "it")
