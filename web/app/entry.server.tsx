import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import "~/i18n/i18n";

/** Renders whole pages at build time, without streaming, so that the first view needs no script. */
export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onAllReady() {
				const body = new PassThrough();
				headers.set("Content-Type", "text/html");
				resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
				pipe(body);
			},
			onError: reject,
			onShellError: reject,
		});
	});
}
