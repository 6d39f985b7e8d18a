"""Checks deploy/kubernetes and the compose files against the schemas of Kubernetes, KEDA and Compose, strictly, and the
rules of docs/operations/. Usage: python check.py (with requirements.txt installed). It ends with how many it checked."""

import re
import sys
from pathlib import Path

import kubernetes_validate
import yaml
from cloudcoil.models.keda.v1alpha1 import ScaledObject
from compose_spec import ComposeSpecification
from kustomize import documents, pod_of, references, render, selected, template_of
from sizing import check_queue_figures, check_sizing

ROOT = Path(__file__).resolve().parents[2]
KUBERNETES = ROOT / "deploy/kubernetes"
# they get every setting and secret; the others only what they name
PROGRAMS = {"api", "worker"}
# what KEDA 2.17 and 2.18 added to the schema of requirements.txt, with the values that it allows
ADDED_KEDA_FIELDS = {
    "/spec/fallback/behavior": {"static", "currentReplicas", "currentReplicasIfHigher", "currentReplicasIfLower"},
}


def lost(given, read, path=""):
    """What a lenient reader dropped: what its schema does not know."""
    if isinstance(given, dict) and isinstance(read, dict):
        for name, value in given.items():
            if not str(name).startswith("x-"):
                yield from lost(value, read[name], f"{path}/{name}") if name in read else [f"{path}/{name}"]
    elif isinstance(given, list) and isinstance(read, list) and all(isinstance(one, dict) for one in given):
        for at, (value, other) in enumerate(zip(given, read, strict=True)):
            yield from lost(value, other, f"{path}/{at}")


def field_at(manifest, path):
    for name in path.strip("/").split("/"):
        manifest = manifest[name]
    return manifest


def check_schema(manifest):
    if manifest["apiVersion"].startswith("keda.sh/"):
        read = ScaledObject.model_validate(manifest).model_dump(by_alias=True, exclude_unset=True, mode="json")
        unknown = set(lost(manifest, read))
        assert unknown <= set(ADDED_KEDA_FIELDS), f"KEDA knows no {unknown - set(ADDED_KEDA_FIELDS)}"
        for path in unknown:
            value = field_at(manifest, path)
            assert value in ADDED_KEDA_FIELDS[path], f"{path}: {value}"
    else:
        kubernetes_validate.validate(manifest, "1.33", strict=True)


def check_pod(name, pod):
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0, name
    assert pod["automountServiceAccountToken"] is False, name
    for container in pod["containers"]:
        security = container["securityContext"]
        assert security["readOnlyRootFilesystem"] and not security["allowPrivilegeEscalation"], name
        assert security["capabilities"]["drop"] == ["ALL"], name
        assert {"cpu", "memory"} <= set(container["resources"]["requests"]), name
        assert "memory" in container["resources"]["limits"], name
        assert not container["image"].endswith(":latest") and ":" in container["image"], container["image"]
        # jobs end by themselves
        if name not in {"migrate", "commands"}:
            assert {"livenessProbe", "readinessProbe"} <= set(container), name
            ports = {port["name"] for port in container["ports"]}
            assert all(container[probe]["httpGet"]["port"] in ports for probe in container if probe.endswith("Probe")), name


def check_overlay(folder):
    manifests = render(folder)
    by_kind = {}
    for manifest in manifests:
        check_schema(manifest)
        name = manifest["metadata"]["name"]
        assert name not in by_kind.setdefault(manifest["kind"], {}), f"{manifest['kind']} {name} twice"
        by_kind[manifest["kind"]][name] = manifest
        if pod_of(manifest):
            check_pod(name, pod_of(manifest))
    programs = set(by_kind["Deployment"])
    assert programs == {"api", "worker", "web"} and set(by_kind["Job"]) == {"migrate"}
    assert set(by_kind["CronJob"]) == {"commands"}
    assert set(by_kind["PodDisruptionBudget"]) == programs
    check_network(manifests, by_kind["NetworkPolicy"])
    (config_map,) = by_kind["ConfigMap"].values()
    services, configuration = by_kind["Service"], config_map["data"]
    for service in services.values():
        pods = [d for d in by_kind["Deployment"].values() if service["spec"]["selector"].items() <= d["spec"]["template"]["metadata"]["labels"].items()]
        ports = {port["name"] for d in pods for c in pod_of(d)["containers"] for port in c["ports"]}
        assert all(port["targetPort"] in ports for port in service["spec"]["ports"]), service["metadata"]["name"]
    for ingress in by_kind["Ingress"].values():
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                assert backend["port"]["name"] in {port["name"] for port in services[backend["name"]]["spec"]["ports"]}
    ops = [rule["host"] for rule in by_kind["Ingress"]["ops"]["spec"]["rules"]]
    assert ops == [configuration["OPS_HOST"]], "the operators' host of the ingress and of OPS_HOST"
    check_scaling(by_kind)
    check_outages(by_kind)
    check_first_apply(manifests)
    check_commands(by_kind["CronJob"]["commands"])
    check_variables(configuration)
    check_sizing(by_kind)
    return len(manifests)


def check_network(manifests, policies):
    """Every pod is admitted by the policy of its label `app`, because the others deny it everything."""
    assert policies["default-deny"]["spec"]["podSelector"] == {}
    apps = {template_of(manifest)["metadata"]["labels"]["app"] for manifest in manifests if pod_of(manifest)}
    assert set(policies) == apps | {"default-deny"}, "a pod without a policy, or the reverse"
    for app in apps:
        spec = policies[app]["spec"]
        assert spec["podSelector"] == {"matchLabels": {"app": app}} and spec["egress"], app


def check_scaling(by_kind):
    """Only the autoscaler sets the replicas of what it scales: a release would reset them."""
    scalers = list(by_kind["HorizontalPodAutoscaler"].values()) + list(by_kind["ScaledObject"].values())
    scaled = {scaler["spec"]["scaleTargetRef"]["name"] for scaler in scalers}
    assert scaled == {"api", "worker"}
    for name, deployment in by_kind["Deployment"].items():
        assert ("replicas" in deployment["spec"]) == (name not in scaled), f"{name}: its autoscaler or the manifest sets replicas"
    keda = by_kind["ScaledObject"]["worker"]["spec"]
    source = (ROOT / "crates/queue/src/settings.rs").read_text()
    queues = set(re.findall(r'Self::\w+ => "(\w+)"', source)) - {"maintenance"}
    assert len(queues) == 3
    queries = " ".join(trigger["metadata"]["query"] for trigger in keda["triggers"])
    # no worker can shorten a paused queue
    assert queries.count("unless on (queue) hyeobom_jobs_paused == 1") == len(keda["triggers"])
    for queue in queues:
        assert re.search(rf'hyeobom_jobs_oldest_seconds{{queue=~?"[^"]*\b{queue}\b', queries), f"late jobs of {queue} add no worker"
    check_fallback(keda)
    install = " ".join((ROOT / "docs/operations/install.md").read_text().split())
    if "fallback" in keda and any(trigger["metricType"] == "Value" for trigger in keda["triggers"]):
        assert "KEDA 2.18 or newer" in install, "older ones reject fallback with metricType Value"
    hooks = [c.get("lifecycle", {}).get("preStop", {}) for d in by_kind["Deployment"].values() for c in pod_of(d)["containers"]]
    if any("sleep" in hook for hook in hooks):
        assert "Kubernetes 1.30 or newer" in install, "older ones reject preStop.sleep"


def check_fallback(keda):
    """Without Prometheus no worker is taken away, and at least the minimum runs."""
    fallback = keda["fallback"]
    assert fallback.get("behavior") == "currentReplicasIfHigher", "an outage of Prometheus removes workers under load"
    assert keda["minReplicaCount"] <= fallback["replicas"] <= keda["maxReplicaCount"], "the replicas of the fallback"


def check_outages(by_kind):
    """An outage of what all pods share takes none of them out of service, and Prometheus still reaches them."""
    (api,) = pod_of(by_kind["Deployment"]["api"])["containers"]
    path = api["readinessProbe"]["httpGet"]["path"]
    assert set(re.findall(r"exclude=(\w+)", path)) == {"database", "redis"}, path
    for name in ["api-ops", "worker-ops"]:
        assert by_kind["Service"][name]["spec"].get("publishNotReadyAddresses"), f"{name} loses pods that are not ready"


def check_first_apply(manifests):
    """The first apply of a release, which the migration needs, in docs/operations/install.md."""
    install = (ROOT / "docs/operations/install.md").read_text()
    selectors = re.findall(r"kubectl apply -k \S+ -l '([^']+)'", install)
    assert len(selectors) == 1, "install.md: the first apply of a release"
    first = selected(manifests, selectors[0])
    kinds = {manifest["kind"] for manifest in first}
    assert kinds == {"Namespace", "ServiceAccount", "ConfigMap", "NetworkPolicy", "Job", "CronJob"}, kinds
    applied = {(one["kind"], one["metadata"].get("namespace"), one["metadata"]["name"]) for one in first}
    (home,) = [name for kind, _, name in applied if kind == "Namespace"]
    applied |= {("Secret", home, secret["metadata"]["name"]) for secret in documents(KUBERNETES / "secrets.example.yaml")}
    for manifest in first:
        namespace = manifest["metadata"].get("namespace")
        assert namespace is None or ("Namespace", None, namespace) in applied, f"nothing creates the namespace {namespace}"
        for kind, holder, key in references(pod_of(manifest)) if pod_of(manifest) else []:
            wanted = (kind, namespace, holder[key])
            assert wanted in applied, f"{manifest['metadata']['name']} needs {wanted}, which {selectors[0]} does not apply"


def check_commands(cron_job):
    """The pod for commands exists only when an operator creates it, and has each program with commands."""
    spec = cron_job["spec"]
    assert spec["suspend"] is True and spec["jobTemplate"]["spec"]["activeDeadlineSeconds"] <= 28800
    containers = {container["name"]: container for container in pod_of(cron_job)["containers"]}
    install = (ROOT / "docs/operations/install.md").read_text()
    assert "create job commands --from=cronjob/commands" in install
    for name in ["api", "model"]:
        assert containers[name]["image"].rsplit(":", 1)[0].endswith(f"/{name}") and containers[name]["command"][0] == "sleep"
        assert f"exec -it job/commands -c {name} -- {name} " in install, f"install.md does not call {name}"


def check_variables(configuration):
    """Settings and secrets together are what the programs read (the table of docs/operations/settings.md)."""
    secrets = {one["metadata"]["name"]: one for one in documents(KUBERNETES / "secrets.example.yaml")}
    for secret in secrets.values():
        kubernetes_validate.validate(secret, "1.33", strict=True)
    given = set(configuration) | set(secrets["programs"]["stringData"])
    source = (ROOT / "sandbox/src/configuration.rs").read_text().split("pub const VARIABLES", 1)[1].split("];", 1)[0]
    wanted = {line.strip().strip('",') for line in source.splitlines() if line.strip().startswith('"')} - {"INBOX_URL"}
    assert wanted - given == set(), f"nobody sets {wanted - given}"
    web = {"WEB_LISTEN", "API_URL", "HOTEL_HOSTS", "STORAGE_UPSTREAM"}
    optional = web | {"API_MAX_CONCURRENT_REQUESTS", "WORKER_THREADS", "OTEL_EXPORTER_OTLP_ENDPOINT", "TRACE_URL"}
    assert given - wanted == optional, f"nobody reads {given - wanted - optional}"
    assert not set(configuration) & set(secrets["programs"]["stringData"])


def check_compose(path):
    compose = yaml.safe_load(path.read_text())
    read = ComposeSpecification.model_validate(compose).model_dump(by_alias=True, exclude_unset=True, mode="json")
    unknown = list(lost(compose, read))
    assert not unknown, f"{path.name}: Compose knows no {unknown}"
    for name, service in compose["services"].items():
        assert set(service.get("depends_on", {})) <= set(compose["services"]), name
        assert "env_file" not in service or name in PROGRAMS, f"{path.name}: {name} gets every secret"
    # it is exposed: only what its start script reads
    start = (ROOT / "deploy/web/start").read_text().split("the environment: ", 1)[1].split(".", 1)[0]
    assert set(compose["services"]["web"]["environment"]) == set(start.split(", ")), f"{path.name}: variables of web"
    return len(compose["services"])


def main():
    manifests = sum(check_overlay(path.parent) for path in sorted(KUBERNETES.glob("overlays/*/kustomization.yaml")))
    services = sum(check_compose(ROOT / name) for name in ["docker-compose.yml", "deploy/compose.production.yml"])
    check_queue_figures()
    assert manifests > 15 and services > 10
    print(f"{manifests} manifests and {services} services are as their schemas say")


if __name__ == "__main__":
    sys.exit(main())
