import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { OtherBrowserNotice } from "./other-browser-notice";

const IPHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const show = (userAgent: string) => {
	vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
	const user = userEvent.setup();
	return { user, ...render(<OtherBrowserNotice reason="download" />) };
};

it("browser_of_its_own_shows_nothing", () => {
	const { container } = show(`${IPHONE} Version/17.4.1 Mobile/15E148 Safari/604.1`);
	expect(container).toBeEmptyDOMElement();
});

it("kakaotalk_is_left_by_its_own_address", () => {
	show(`${IPHONE} Mobile/15E148 KAKAOTALK 10.7.0 (INAPP)`);
	expect(screen.getByRole("status")).toHaveTextContent(/^카카오톡에서는/);
	expect(screen.getByRole("link", { name: "다른 브라우저로 열기" })).toHaveAttribute(
		"href",
		`kakaotalk://web/openExternal?url=${encodeURIComponent(location.href)}`,
	);
});

it("iphone_app_copies_the_address", async () => {
	const { user } = show(`${IPHONE} Mobile/15E148 NAVER(inapp; search; 2000; 12.5.1; 14PRO)`);
	await user.click(screen.getByRole("button", { name: "주소 복사하기" }));
	expect(await screen.findByText(/주소를 복사했어요/)).toBeInTheDocument();
	expect(await navigator.clipboard.readText()).toBe(location.href);
});

it("refused_clipboard_shows_the_address", async () => {
	const { user } = show(`${IPHONE} Mobile/15E148 Instagram 325.0.3.34.90 (iPhone14,5)`);
	vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
	await user.click(screen.getByRole("button", { name: "주소 복사하기" }));
	expect(await screen.findByText(new RegExp(location.href))).toBeInTheDocument();
});
