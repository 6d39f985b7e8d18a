import { RELOADED_KEY } from "~/shared/lib/missing-code";

/** The router could not fetch a route's code; vite.config.ts has it say so. */
const MISSING_CODE = "missing-code";
const BANNER =
	"fixed inset-x-0 bottom-0 z-40 bg-warning-tint px-5 py-3 text-center font-semibold text-warning";
const TEXT =
	"화면의 일부를 불러오지 못했어요. 인터넷 연결을 확인해 주세요. / Part of this page did not load. Please check your connection.";
const RELOAD = "다시 불러오기 / Reload";

/**
 * Runs before all code. Where the first code, or that of a route, cannot be fetched, the page is reloaded once in a
 * minute; after that, or without a network, it says so.
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
