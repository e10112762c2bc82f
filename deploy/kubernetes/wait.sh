#!/bin/sh
# Waits for the verdict, prints its log, and ends with its status: 0 conforming, 1 nonconforming, 3 inconclusive.
# `kubectl wait` waits for one condition, and a Job that failed never completes.
set -eu
job=${1:-mgi-verdict}
finished() { kubectl get job "$job" -o 'jsonpath={.status.conditions[?(@.status=="True")].type}' | grep -Eqw 'Complete|Failed'; }
until finished; do sleep "${PAUSE:-5}"; done
kubectl logs "job/$job" || true
status=$(kubectl get pods -l "batch.kubernetes.io/job-name=$job" -o 'jsonpath={.items[0].status.containerStatuses[0].state.terminated.exitCode}')
# A Job that was stopped by its deadline has no pod left that could tell.
exit "${status:-3}"
