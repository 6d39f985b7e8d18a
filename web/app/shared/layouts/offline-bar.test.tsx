import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { goOffline } from "../../../test/offline";
import { OfflineBar } from "./offline-bar";

afterEach(() => vi.restoreAllMocks());

const OFFLINE = /^인터넷에 연결되어 있지 않아요.*보내기는 그때 다시 눌러 주세요/;

it("bar_is_shown_while_there_is_no_network", () => {
	render(<OfflineBar />);
	expect(screen.getByRole("status")).toBeEmptyDOMElement();
	const { reconnect } = goOffline();
	expect(screen.getByRole("status")).toHaveTextContent(OFFLINE);
	reconnect();
	expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("page_opened_offline_has_the_bar_at_once", () => {
	const { reconnect } = goOffline();
	render(<OfflineBar />);
	expect(screen.getByRole("status")).toHaveTextContent(OFFLINE);
	reconnect();
});

it("prerendered_page_has_no_bar", () => {
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
	expect(renderToString(<OfflineBar />)).not.toContain("<p");
});
