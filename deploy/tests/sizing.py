"""Checks that requests, limits, autoscalers, alerts and connections are those that docs/operations/scaling.md and
docs/operations/figures.md compute."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
# of Argon2id for one password (docs/operations/figures.md, "Memory")
PASSWORD_BYTES = 19 * 1024**2
TENANTS = 10


def number(text):
    return float(text.replace(",", ""))


def quantity(text):
    """A quantity of Kubernetes or Compose, such as 500m, 384Mi or 384m bytes."""
    text = str(text)
    units = {"m": 0.001, "Mi": 1024**2, "Gi": 1024**3}
    unit = next((unit for unit in ["Mi", "Gi", "m"] if text.endswith(unit)), None)
    return float(text.removesuffix(unit)) * units[unit] if unit else float(text)


def match(pattern, text, what):
    found = re.search(pattern, text)
    assert found, f"{what}: /{pattern}/ is not there"
    return found.groups()


def constant(name, source):
    return int(match(rf"const {name}: u32 = (\d+);", source, name)[0])


def resources(by_kind, name):
    return by_kind["Deployment"][name]["spec"]["template"]["spec"]["containers"][0]["resources"]


def check_cores(by_kind, plan):
    """The autoscalers' maximum has the cores that the plan needs."""
    needs = {}
    for part in ["worker", "api", "PostgreSQL"]:
        formula, cores = match(rf"\| {part} \| ([^=|]*) = ([\d.]+) cores", plan, "scaling.md")
        computed = sum(number(a) * number(b) for a, b in re.findall(r"([\d,]+) x ([\d.]+)", formula)) / 1000
        assert round(computed, 1) == float(cores), f"scaling.md: {formula} = {computed}"
        needs[part] = computed
    request = quantity(resources(by_kind, "api")["requests"]["cpu"])
    scaler = by_kind["HorizontalPodAutoscaler"]["api"]["spec"]
    target = scaler["metrics"][0]["resource"]["target"]["averageUtilization"] / 100
    most = scaler["maxReplicas"] * request * target
    assert most >= needs["api"], f"the api's autoscaler ends at {most} cores; the plan needs {needs['api']}"
    stated = f"{scaler['maxReplicas']} x {request:g} x {target:g} = {most:.1f} cores"
    assert stated in plan, f"scaling.md does not state {stated}"
    request = quantity(resources(by_kind, "worker")["requests"]["cpu"])
    most = by_kind["ScaledObject"]["worker"]["spec"]["maxReplicaCount"] * request
    assert most >= 2 * needs["worker"], f"KEDA ends at {most} cores; the plan needs twice {needs['worker']}"


def check_memory(by_kind, production):
    """Limits are twice the measured peak; the alert fires at 80 % of them."""
    figures = (ROOT / "docs/operations/figures.md").read_text()
    row = match(r"at its peak: api, worker \| (\d+), (\d+); (\d+), (\d+) MB", figures, "figures.md")
    measured = {"api": (row[0], row[2]), "worker": (row[1], row[3])}
    groups = yaml.safe_load((ROOT / "deploy/monitoring/alerts.yml").read_text())["groups"]
    (alert,) = [rule["expr"] for group in groups for rule in group["rules"] if rule["alert"] == "MemoryHigh"]
    for name, (rest, peak) in measured.items():
        limit = quantity(resources(by_kind, name)["limits"]["memory"])
        assert limit >= 2 * float(peak) * 1e6, f"{name}: less than twice the measured {peak} MB"
        assert quantity(resources(by_kind, name)["requests"]["memory"]) >= float(rest) * 1e6, f"{name}: {rest} MB at rest"
        mebibytes = round(limit / 1024**2)
        threshold = f'process_resident_memory_bytes{{job="hyeobom-{name}"}} > 0.8 * {mebibytes} * 1024 ^ 2'
        assert threshold in alert, f"MemoryHigh is not at 80 % of the limit: {threshold}"
        assert production[name]["mem_limit"] == f"{mebibytes}m", f"compose.production.yml: {name}"
    api = resources(by_kind, "api")["limits"]
    for cores, where in [(quantity(api.get("cpu", "1000")), "api.yaml"), (production["api"].get("cpus", 1000), "compose")]:
        most = float(measured["api"][0]) * 1e6 + cores * PASSWORD_BYTES
        assert most <= 0.8 * quantity(api["memory"]), f"{where}: {cores} cores hash passwords in {most} bytes"
    for path in (ROOT / "deploy/kubernetes/base").glob("*.yaml"):
        assert not re.search(r"measured: \d", path.read_text()), f"{path.name}: figures.md has the measured figures"


def check_connections(by_kind, plan):
    """The stated maximum of connections is that of the pools in the code."""
    served, run = [(ROOT / path).read_text() for path in ["api/src/serve.rs", "worker/src/run.rs"]]
    api_tenant, api_system = constant("MAX_CONNECTIONS_PER_TENANT", served), constant("MAX_SYSTEM_CONNECTIONS", served)
    worker_tenant, worker_system = constant("MAX_TENANT_CONNECTIONS", run), constant("MAX_SYSTEM_CONNECTIONS", run)
    # an api listens with one more
    api, worker = api_tenant * TENANTS + api_system + 1, worker_tenant * TENANTS + worker_system
    apis = by_kind["HorizontalPodAutoscaler"]["api"]["spec"]["maxReplicas"]
    workers = by_kind["ScaledObject"]["worker"]["spec"]["maxReplicaCount"]
    planned = [match(rf"\| {part} \|.*\*\*(\d+) pods of one core\*\*", plan, "scaling.md")[0] for part in ["api", "worker"]]
    stated = [
        f"| api | {api_tenant} *t* + {api_system + 1} | {apis} x {api} = {apis * api:,} |",
        f"| worker | {worker_tenant} *t* + {worker_system} | {workers} x {worker} = {workers * worker:,} |",
        f"| together | | {apis * api + workers * worker:,} |",
        f"{planned[0]} x {api} + {planned[1]} x {worker} = {int(planned[0]) * api + int(planned[1]) * worker:,}",
    ]
    for text in stated:
        assert text in plan, f"scaling.md does not state {text}"


def check_queue_figures():
    """The verdict on the target for jobs per second follows from the measured rates."""
    figures = (ROOT / "docs/operations/figures.md").read_text()
    rates = match(r"\| empty jobs a second.*?\| ([\d,]+); ([\d,]+); ([\d,]+); [\d,]+ \|", figures, "figures.md")
    ours, everysec, always = map(number, rates)
    medians = match(r"\| the same with 20,000 jobs.*?\| ([\d,]+); ([\d,]+), medians", figures, "figures.md")
    usual = sorted(round(a / b, 2) for a, b in [(ours, everysec), tuple(map(number, medians))])
    text = " ".join(figures.split())
    assert f"target is 0.8 times BullMQ's jobs a second. It is {'met' if usual[0] >= 0.8 else 'missed'}" in text
    assert f"{usual[0]:.2f} to {usual[1]:.2f} times those of BullMQ with Redis' `appendfsync everysec`" in text, usual
    assert f"With `appendfsync always`, which like our commits loses none, they are {ours / always:.2f} times" in text


def check_sizing(by_kind):
    plan = (ROOT / "docs/operations/scaling.md").read_text()
    production = yaml.safe_load((ROOT / "deploy/compose.production.yml").read_text())["services"]
    check_cores(by_kind, plan)
    check_memory(by_kind, production)
    check_connections(by_kind, plan)
