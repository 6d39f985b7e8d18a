import { RELOADED_KEY } from "~/shared/lib/missing-code";

/** Event for a route whose code could not be loaded; dispatched by the router as patched in vite.config.ts. */
const MISSING_CODE = "missing-code";
const BANNER =
	"fixed inset-x-0 bottom-0 z-40 bg-warning-tint px-5 py-3 text-center font-semibold text-warning";
const TEXT =
	"화면의 일부를 불러오지 못했어요. 인터넷 연결을 확인해 주세요. / Part of this page did not load. Please check your connection.";
const RELOAD = "다시 불러오기 / Reload";

/**
 * Runs before all other code. If the first code or a route's code cannot be loaded, reloads the page, at most once a
 * minute; after that, or offline, it shows a message.
 */
export const START_GUARD = `function missing(){
try{var now=Date.now();
if(navigator.onLine&&now-Number(sessionStorage.getItem("${RELOADED_KEY}"))>60000){
sessionStorage.setItem("${RELOADED_KEY}",now);return location.reload()}}catch(_){}
if(document.getElementById("missing-code"))return;
var p=document.createElement("p");p.id="missing-code";p.setAttribute("role","alert");p.className="${BANNER}";
p.textContent="${TEXT} ";
var a=document.createElement("a");a.href=location.href;a.className="underline";a.textContent="${RELOAD}";
p.appendChild(a);document.body.appendChild(p)}
addEventListener("error",function(e){if(e.target&&e.target.tagName==="SCRIPT")missing()},true);
addEventListener("${MISSING_CODE}",missing)`;
