import { COOKIE, MARK_KEY } from "~/shared/lib/cookies";
import { BASE } from "./base";

declare global {
	/** Resolves when the photo of a result is loaded, or none will be. */
	var earlyPhoto: Promise<void> | undefined;
}

/**
 * The first requests of the patients' screens, by a pattern of the path; `$1` is its parameter. The screens are those
 * that visits start at: home, self-check, and the targets of messages.
 */
const FIRST_CALLS: readonly (readonly [address: string, paths: readonly string[]])[] = [
	[
		"^/$",
		["/patients/tcis/self-check?limit=50", "/patients/tcis?limit=100", "/patients/insurances?limit=100"],
	],
	["^/self-check/?$", ["/patients/people", "/patients/consents"]],
	["^/self-check/([0-9]+)/?$", ["/patients/tcis/self-check/$1", "/patients/tcis/self-check?limit=50"]],
	["^/apply-history/([0-9]+)/?$", ["/patients/tcis/$1"]],
	["^/insurance/([0-9]+)/?$", ["/patients/insurances/$1"]],
];

/**
 * Runs before all other code. Requests what the screen will request, so that responses arrive together with the code
 * and not after it. Preloads the photo of a result, its largest part, as soon as its URL is known, and shows it on the
 * skeleton (`earlyPhotoScript`); `earlyPhoto` resolves when it is loaded, or none will be. Every response is read, even
 * if no screen uses it, since an unread one would block its connection. Finds the credential like `readCredential`; with
 * one, the page gets `data-signed-in` and reserves space for signed-in content.
 */
export const earlyCallsScript = () => `try{(function(){
var path=location.pathname,saved=localStorage,mark=saved.getItem("${MARK_KEY}");
var values=document.cookie.split(";").map(function(each){return each.trim()}).filter(function(each){return each.indexOf("${COOKIE}=")===0}).map(function(each){return decodeURIComponent(each.slice(${COOKIE.length + 1}))});
values=values.filter(function(each,at){return values.indexOf(each)===at});
var own=mark?values.find(function(each){return each.endsWith(mark)}):values.length===1?values[0]:"";
if(/^\\/(clinic|hotel|ops)(\\/|$)/.test(path))own="";
if(own)document.documentElement.dataset.signedIn="";
if(navigator.onLine===false||/^\\/ops(\\/|$)/.test(path)||/[?&]subDomain=/.test(location.search)||sessionStorage.getItem("subDomain"))return;
var calls=globalThis.earlyCalls={},language=saved.getItem("language")==="en"?"en":"ko";
function ask(path,credential){
var url=new URL("${BASE}"+path,location.origin).href,headers={Accept:"application/json","Accept-Language":language};
if(credential)headers.Authorization="Bearer "+credential;
var response=fetch(url,{headers:headers,credentials:"include"});response.then(function(found){return found.clone().arrayBuffer()}).catch(function(){});
calls[url]={at:Date.now(),credential:credential||null,response:response};return response}
function read(response){return response.then(function(found){return found.clone().json()})}
var tenant=read(ask("/tenant"));tenant.catch(function(){});
if(!own)return;
ask("/patients/me",own);
${JSON.stringify(FIRST_CALLS)}.forEach(function(first){
var match=new RegExp(first[0]).exec(path);
if(!match)return;
var responses=first[1].map(function(each){return ask(each.replace("$1",match[1]),own)});
if(match[1])globalThis.earlyPhoto=Promise.all([tenant,read(responses[0])]).then(function(found){
var picture=found[1].tci&&found[1].tci.tciPicture;
if(!picture)return;
var link=document.createElement("link");
link.rel="preload";link.setAttribute("as","image");link.crossOrigin="anonymous";link.setAttribute("fetchpriority","high");
link.href=found[0].tenant.assetHost.replace(/\\/$/,"")+"/"+picture.pictureUrl.replace(/^\\//,"");
document.head.append(link);if(globalThis.showEarlyPhoto)showEarlyPhoto(picture,link.href);
return new Promise(function(done){link.onload=link.onerror=done})}).catch(function(){})})
})()}catch(_){}`;
