"""Asks notmuch's own library in one process, as quickly as it can: a JSON list of queries in, a list of milliseconds out."""

import json
import sys
import time

import notmuch2

path, limit = sys.argv[1], int(sys.argv[2])
queries = json.load(sys.stdin)
database = notmuch2.Database(path, mode=notmuch2.Database.MODE.READ_ONLY)


def ask(query):
    found = []
    for message in database.messages(query, sort=notmuch2.Database.SORT.NEWEST_FIRST):
        found.append((message.messageid, message.header("From"), message.header("Subject"), message.date))
        if len(found) == limit:
            break
    return found


for query in queries[:20]:
    ask(query)
times, counts = [], []
for query in queries:
    began = time.perf_counter()
    counts.append(len(ask(query)))
    times.append((time.perf_counter() - began) * 1000)
json.dump({"times": times, "counts": counts}, sys.stdout)
