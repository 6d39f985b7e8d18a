import { onlineManager } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { HttpResponse } from "msw";
import { vi } from "vitest";
import { http } from "../mocks/http";
import { server } from "../mocks/node";

/** Takes the network away until `reconnect`. `tried` lists the requests that failed. */
export function goOffline() {
	const tried: string[] = [];
	const fail = ({ request }: { request: Request }) => {
		tried.push(`${request.method} ${new URL(request.url).pathname}`);
		return HttpResponse.error();
	};
	server.use(http.untyped.all("*", fail));
	const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	act(() => {
		window.dispatchEvent(new Event("offline"));
		onlineManager.setOnline(false);
	});
	const reconnect = () => {
		server.resetHandlers();
		onLine.mockReturnValue(true);
		act(() => {
			window.dispatchEvent(new Event("online"));
			onlineManager.setOnline(true);
		});
	};
	return { tried, reconnect };
}
