"""Renders deploy/kubernetes as `kubectl apply -k` does, with the part of kustomize that our files use. It rejects the rest,
and where kubectl is installed, the result is compared with kubectl's."""

import copy
import hashlib
import json
import shutil
import subprocess

import yaml

KUSTOMIZATION = {
    "apiVersion", "kind", "namespace", "labels", "resources", "images", "configMapGenerator", "patches",
}  # fmt: skip
CLUSTER_WIDE = {"Namespace"}
# marks a generated manifest until its name has its suffix
GENERATED = "generated"


def documents(path):
    return [found for found in yaml.safe_load_all(path.read_text()) if found]


def template_of(manifest):
    """The template of a manifest's pods, or None."""
    spec = manifest.get("spec", {})
    return spec.get("jobTemplate", {}).get("spec", spec).get("template")


def pod_of(manifest):
    template = template_of(manifest)
    return template and template["spec"]


def references(pod):
    """The configurations, secrets and accounts that must exist before a pod starts, as (kind, map with the name, key)."""
    yield "ServiceAccount", pod, "serviceAccountName"
    for volume in pod.get("volumes", []):
        assert not {"configMap", "secret", "projected"} & set(volume), "check.py does not follow volumes"
    for container in pod["containers"]:
        assert not any("valueFrom" in variable for variable in container.get("env", [])), "check.py does not follow valueFrom"
        for source in container.get("envFrom", []):
            for field, kind in [("configMapRef", "ConfigMap"), ("secretRef", "Secret")]:
                if field in source and not source[field].get("optional"):
                    yield kind, source[field], "name"


def merged(base, patch):
    """A strategic merge of what our patches use: maps are merged, null removes, lists are replaced."""
    if not isinstance(base, dict) or not isinstance(patch, dict):
        return copy.deepcopy(patch)
    result = {**base, **{name: merged(base.get(name), value) for name, value in patch.items()}}
    return {name: value for name, value in result.items() if value is not None}


def pairs(lines):
    return dict(line.split("=", 1) for line in lines if line.strip() and not line.startswith("#"))


def suffix(config_map):
    """kustomize's hash of a generated ConfigMap, which it computes without the name."""
    content = {"data": config_map["data"], "kind": "ConfigMap", "name": ""}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # Go's JSON escapes these
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return hashlib.sha256(text.encode()).hexdigest()[:10].translate(str.maketrans("013ae", "ghkmt"))


def collect(folder):
    """What a kustomization contains, before generated names get their suffix."""
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = set(kustomization) - KUSTOMIZATION
    assert not unknown, f"{folder}: check.py does not render {unknown}"
    found = []
    for name in kustomization["resources"]:
        path = folder / name
        found += collect(path.resolve()) if path.is_dir() else documents(path)
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
            found.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data, GENERATED: True})
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


def render(folder):
    """The manifests that `kubectl apply -k` applies."""
    found = collect(folder)
    for manifest in found:
        if manifest.pop(GENERATED, False):
            name = manifest["metadata"]["name"]
            manifest["metadata"]["name"] = f"{name}-{suffix(manifest)}"
            for pod in filter(None, map(pod_of, found)):
                for kind, holder, key in references(pod):
                    if (kind, holder[key]) == (manifest["kind"], name):
                        holder[key] = manifest["metadata"]["name"]
    if shutil.which("kubectl"):
        command = ["kubectl", "kustomize", str(folder)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        theirs = {key_of(one): one for one in yaml.safe_load_all(output)}
        ours = {key_of(one): one for one in found}
        differing = [key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)]
        assert not differing, f"kubectl renders otherwise: {differing}"
    return found


def key_of(manifest):
    return manifest["kind"], manifest["metadata"]["name"]


def selected(manifests, selector):
    """The manifests that `kubectl apply -l` applies, for a selector `LABEL notin (A,B)`: also those without the label."""
    label, values = selector.split(" notin ")
    excluded = values.strip("()").split(",")
    return [one for one in manifests if one["metadata"].get("labels", {}).get(label) not in excluded]
