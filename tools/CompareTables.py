#!/usr/bin/env python3
"""Compares every row of every table of two databases, SQLite files or PostgreSQL addresses. Knows nothing of Freshet.

  CompareTables.py A B [C]             each table is in both, with the same rows; numbers that PostgreSQL keeps in
                                       32 bits (in A, B or C) are compared as such
  CompareTables.py --within T,U A B    the rows of these tables of A are in B, and none of B up to A's last id is missing
  CompareTables.py --count TABLE A     how many rows
"""
import hashlib
import json
import sqlite3
import struct
import subprocess
import sys


class Lite:
    def __init__(self, file):
        self.db = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=60)
        self.db.text_factory = lambda b: b.decode("utf-8", "surrogateescape")

    def tables(self):
        return [r[0] for r in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]

    def singles(self, table):
        """The columns of 32-bit numbers; here they are stored with 64 bits."""
        return set()

    def rows(self, table):
        cursor = self.db.execute(f'SELECT * FROM "{table}"')
        names = [d[0] for d in cursor.description]
        for row in cursor:
            yield dict(zip(names, row))


class Postgres:
    def __init__(self, address):
        self.address = address

    def ask(self, sql):
        command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.address, "-c", sql]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as p:
            yield from (line.rstrip("\n") for line in p.stdout)
        if p.returncode:
            sys.exit(f"psql failed with status {p.returncode}")

    def tables(self):
        return list(self.ask("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"))

    def singles(self, table):
        return set(
            self.ask(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
                f" AND table_name = '{table}' AND data_type = 'real'"
            )
        )

    def rows(self, table):
        for line in self.ask(f'SELECT row_to_json(t)::text FROM "{table}" t'):
            if line:
                yield json.loads(line)


def plain(value):
    """A value as both say it: true is 1, bytes are hexadecimal, whole numbers are whole."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, float) and value == int(value):
        return int(value)
    return value


def single(value):
    return None if value is None else struct.unpack("f", struct.pack("f", value))[0]


def text(row, singles=frozenset()):
    return json.dumps({k: plain(single(v) if k in singles else v) for k, v in row.items()}, sort_keys=True)


def columns(first, second):
    """In which columns rows differ that have the same number."""
    theirs = {r.get("id"): r for r in map(json.loads, second)}
    pairs = [(r, theirs[r["id"]]) for r in map(json.loads, first) if r.get("id") in theirs]
    return sorted({k for a, b in pairs for k in a if a[k] != b.get(k)})


# What each database keeps for itself: how far its tables are made, and SQLite's counter of numbers.
OWN = {"sqlite_sequence", "sqlite_stat1", "sqlite_stat4", "schema_history"}


def tables(db):
    return {t for t in db.tables() if t not in OWN}


def open_db(where):
    return Postgres(where) if where.startswith("postgres") else Lite(where)


def compare(a, b, others):
    ours, theirs = tables(a), tables(b)
    if ours != theirs:
        print(f"tables differ: only in the first {sorted(ours - theirs)}, only in the second {sorted(theirs - ours)}")
        return False
    same, rows = True, 0
    for table in sorted(ours):
        singles = set().union(*(db.singles(table) for db in (a, b, *others)))
        first = sorted(text(r, singles) for r in a.rows(table))
        second = sorted(text(r, singles) for r in b.rows(table))
        rows += len(first)
        if first == second:
            continue
        same = False
        left, right = set(first) - set(second), set(second) - set(first)
        print(f"{table}: {len(first)} and {len(second)} rows, {len(left)} only in the first, {len(right)} only in the second")
        print("  columns that differ:", columns(left, right))
        for row in sorted(left)[:2]:
            print("  first: ", row[:400])
        for row in sorted(right)[:2]:
            print("  second:", row[:400])
    print(f"{len(ours)} tables, {rows} rows compared")
    return same


def within(names, a, b):
    good = True
    for table in names:
        key = "id" if any("id" in r for r in first_row(a, table)) else "entry_id"
        ours = {r[key]: hashlib.sha256(text(r).encode()).digest() for r in a.rows(table)}
        last = max(ours, default=0)
        theirs = {r[key] for r in b.rows(table) if r[key] <= last}
        if set(ours) != theirs:
            print(f"{table}: up to {last}, {len(theirs - set(ours))} are missing and {len(set(ours) - theirs)} too many")
            good = False
    return good


def first_row(db, table):
    for row in db.rows(table):
        yield row
        return


def main(args):
    if args[:1] == ["--count"]:
        print(sum(1 for _ in open_db(args[2]).rows(args[1])))
        return 0
    if args[:1] == ["--within"]:
        return 0 if within(args[1].split(","), open_db(args[2]), open_db(args[3])) else 1
    if len(args) not in (2, 3):
        sys.exit(__doc__)
    a, b, *others = map(open_db, args)
    return 0 if compare(a, b, others) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
