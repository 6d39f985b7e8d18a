// Looks at what was built, as the last step of each build, and fails where it must not be served.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../build/client/", import.meta.url));
const MOCKS = /mockServiceWorker|setupWorker|offline-session/;

const files = readdirSync(ROOT, { recursive: true });
const problems = files
	.filter(
		(file) => MOCKS.test(file) || (file.endsWith(".js") && MOCKS.test(readFileSync(ROOT + file, "utf8"))),
	)
	.map((file) => `${file} holds something of the mocks`);

const csp = JSON.parse(readFileSync(`${ROOT}csp.json`, "utf8"));
for (const kind of ["scripts", "styles"]) {
	if (csp[kind].length === 0) problems.push(`csp.json has no hashes of ${kind}`);
}

if (problems.length > 0) {
	console.error(problems.join("\n"));
	process.exit(1);
}
console.log(`the build of ${files.length} files holds nothing that it should not`);
