"""Checks deploy/kubernetes and the compose files against the schemas of Kubernetes, KEDA and Compose, strictly, and the
rules of docs/operations/. Usage: python check.py (with requirements.txt installed). It ends with how many it checked."""

import copy
import sys
from pathlib import Path

import kubernetes_validate
import yaml
from cloudcoil.models.keda.v1alpha1 import ScaledObject
from compose_spec import ComposeSpecification

ROOT = Path(__file__).resolve().parents[2]
KUBERNETES = ROOT / "deploy/kubernetes"
KUSTOMIZATION = {
    "apiVersion", "kind", "namespace", "labels", "resources", "images", "configMapGenerator", "patches",
}  # fmt: skip
CLUSTER_WIDE = {"Namespace"}


def documents(path):
    return [found for found in yaml.safe_load_all(path.read_text()) if found]


def merged(base, patch):
    """A strategic merge of what our patches use: maps are merged, null removes, lists are replaced."""
    if not isinstance(base, dict) or not isinstance(patch, dict):
        return copy.deepcopy(patch)
    result = {**base, **{name: merged(base.get(name), value) for name, value in patch.items()}}
    return {name: value for name, value in result.items() if value is not None}


def pairs(lines):
    return dict(line.split("=", 1) for line in lines if line.strip() and not line.startswith("#"))


def pod_of(manifest):
    return manifest.get("spec", {}).get("template", {}).get("spec")


def render(folder):
    """What `kubectl apply -k` applies, without the suffixes of generated names. Refuses what it does not know."""
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = set(kustomization) - KUSTOMIZATION
    assert not unknown, f"{folder}: check.py does not render {unknown}"
    found = []
    for name in kustomization["resources"]:
        path = folder / name
        found += render(path.resolve()) if path.is_dir() else documents(path)
    for generator in kustomization.get("configMapGenerator", []):
        data = pairs(generator.get("literals", []))
        for file in generator.get("envs", []):
            data |= pairs((folder / file).read_text().splitlines())
        before = [one for one in found if one["kind"] == "ConfigMap" and one["metadata"]["name"] == generator["name"]]
        if generator.get("behavior") == "merge":
            before[0]["data"] |= data
        else:
            assert not before, f"{generator['name']} twice"
            metadata = {"name": generator["name"]}
            found.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data})
    for entry in kustomization.get("patches", []):
        for patch in documents(folder / entry["path"]):
            key = (patch["kind"], patch["metadata"]["name"])
            at = [i for i, one in enumerate(found) if (one["kind"], one["metadata"]["name"]) == key]
            assert len(at) == 1, f"{entry['path']}: {key} is there {len(at)} times"
            found[at[0]] = merged(found[at[0]], patch)
    for image in kustomization.get("images", []):
        containers = [c for one in found if pod_of(one) for c in pod_of(one)["containers"] if c["image"] == image["name"]]
        assert containers, f"no container uses {image['name']}"
        for container in containers:
            container["image"] = f"{image['newName']}:{image['newTag']}"
    for manifest in found:
        for label in kustomization.get("labels", []):
            manifest["metadata"].setdefault("labels", {}).update(label["pairs"])
        if "namespace" in kustomization and manifest["kind"] not in CLUSTER_WIDE:
            manifest["metadata"]["namespace"] = kustomization["namespace"]
    return found


def lost(given, read, path=""):
    """What a lenient reader dropped: what its schema does not know."""
    if isinstance(given, dict) and isinstance(read, dict):
        for name, value in given.items():
            if not str(name).startswith("x-"):
                yield from lost(value, read[name], f"{path}/{name}") if name in read else [f"{path}/{name}"]
    elif isinstance(given, list) and isinstance(read, list) and all(isinstance(one, dict) for one in given):
        for at, (value, other) in enumerate(zip(given, read, strict=True)):
            yield from lost(value, other, f"{path}/{at}")


def check_schema(manifest):
    if manifest["apiVersion"].startswith("keda.sh/"):
        read = ScaledObject.model_validate(manifest).model_dump(by_alias=True, exclude_unset=True, mode="json")
        unknown = list(lost(manifest, read))
        assert not unknown, f"KEDA knows no {unknown}"
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
        if name != "migrate":
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
    assert set(by_kind["PodDisruptionBudget"]) == programs
    assert set(by_kind["NetworkPolicy"]) == programs | {"migrate", "default-deny"}
    services, configuration = by_kind["Service"], by_kind["ConfigMap"]["configuration"]["data"]
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
    scaled = by_kind["ScaledObject"]["worker"]["spec"]
    assert scaled["scaleTargetRef"]["name"] in programs
    assert not any("replicas" in by_kind["Deployment"][name]["spec"] for name in ["worker"]), "KEDA and the manifest"
    check_variables(configuration)
    return len(manifests)


def check_variables(configuration):
    """Settings and secrets together are what the programs read (the table of docs/operations/settings.md)."""
    secrets = {one["metadata"]["name"]: one for one in documents(KUBERNETES / "secrets.example.yaml")}
    for secret in secrets.values():
        kubernetes_validate.validate(secret, "1.33", strict=True)
    given = set(configuration) | set(secrets["programs"]["stringData"])
    source = (ROOT / "sandbox/src/configuration.rs").read_text().split("pub const VARIABLES", 1)[1].split("];", 1)[0]
    wanted = {line.strip().strip('",') for line in source.splitlines() if line.strip().startswith('"')} - {"INBOX_URL"}
    assert wanted - given == set(), f"nobody sets {wanted - given}"
    optional = {"WEB_LISTEN", "API_URL", "HOTEL_HOSTS", "WORKER_THREADS", "OTEL_EXPORTER_OTLP_ENDPOINT", "TRACE_URL"}
    assert given - wanted == optional, f"nobody reads {given - wanted - optional}"
    assert not set(configuration) & set(secrets["programs"]["stringData"])


def check_compose(path):
    compose = yaml.safe_load(path.read_text())
    read = ComposeSpecification.model_validate(compose).model_dump(by_alias=True, exclude_unset=True, mode="json")
    unknown = list(lost(compose, read))
    assert not unknown, f"{path.name}: Compose knows no {unknown}"
    for name, service in compose["services"].items():
        assert set(service.get("depends_on", {})) <= set(compose["services"]), name
    return len(compose["services"])


def main():
    manifests = sum(check_overlay(path.parent) for path in sorted(KUBERNETES.glob("overlays/*/kustomization.yaml")))
    services = sum(check_compose(ROOT / name) for name in ["docker-compose.yml", "deploy/compose.production.yml"])
    assert manifests > 15 and services > 10
    print(f"{manifests} manifests and {services} services are as their schemas say")


if __name__ == "__main__":
    sys.exit(main())
