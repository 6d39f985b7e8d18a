import { useLayoutEffect } from "react";
import type { TciPicture } from "~/shared/api/types";
import { FRAMING, viewOf } from "./picture-view";

declare global {
	/** Shows a picture's photo on the skeleton; without one, the last photo again, if the path is still the same. */
	var showEarlyPhoto: ((picture?: TciPicture, url?: string) => void) | undefined;
}

/**
 * Defines `showEarlyPhoto`, with which the first script shows a result's photo on the page's skeleton, as `PhotoFrame`
 * will show it. Without it the photo, the largest part of the screen, would appear only after all code has run. Later
 * code finds the photo loaded. Unlike the rest of the first script it is in the body of those pages alone that are not
 * built in advance.
 */
export const earlyPhotoScript = () => `(function(){var last;
globalThis.showEarlyPhoto=function(picture,url){
if(picture)last={picture:picture,url:url,path:location.pathname};
var photo=document.querySelector("img[data-early-photo]");
if(!photo||!last||last.path!==location.pathname)return;
picture=last.picture;
var width=picture.width,height=picture.height;
if(!width||!height)return;
var view=(${viewOf})(picture,{width:width,height:height},${JSON.stringify(FRAMING)});
var percent=function(part,whole){return part/whole*100+"%"},frame=photo.parentElement.style,place=photo.style;
frame.aspectRatio=view.width+" / "+view.height;
frame.maxWidth="calc("+(picture.aiResult?68:46)+"dvh * "+view.width/view.height+")";
place.left=percent(-view.left,view.width);
place.top=percent(-view.top,view.height);
place.width=percent(width,view.width);
place.height=percent(height,view.height);
photo.crossOrigin="anonymous";
photo.src=last.url;
photo.hidden=false}})()`;

/** Deletes the early photo once its screen is left: another person may sign in on the same page. */
export function forgetEarlyPhoto(): void {
	globalThis.showEarlyPhoto = undefined;
}

/** The frame of the photo on a skeleton. Only `showEarlyPhoto` fills it. */
export function EarlyPhoto() {
	useLayoutEffect(() => globalThis.showEarlyPhoto?.(), []);
	return (
		<div className="relative mx-auto aspect-square w-full overflow-hidden rounded-card bg-quiet">
			<img data-early-photo="" alt="" hidden suppressHydrationWarning className="absolute max-w-none" />
		</div>
	);
}

/** Defines `showEarlyPhoto` in the built page. */
export function EarlyPhotoScript() {
	const script = import.meta.env.SSR ? earlyPhotoScript() : "";
	// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
	return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
