import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub } from "react-router";
import { beforeEach, expect, it } from "vitest";
import UpcomingTerms from "./upcoming-terms";

let effective: string;
const Screen = () => <UpcomingTerms what="both" effective={effective} />;
const Stub = createRoutesStub([{ id: "screen", path: "/", Component: Screen }]);

function show(day: string) {
	effective = day;
	return render(<Stub initialEntries={["/"]} />);
}

const banner = () => screen.queryByRole("complementary");

beforeEach(() => localStorage.clear());

it("banner_names_the_change_and_leads_to_it", () => {
	show("2026-12-10");
	expect(banner()).toHaveTextContent("2026-12-10부터 이용약관과 개인정보처리방침이 바뀌어요.");
	expect(screen.getByRole("link", { name: "바뀌는 내용 보기" })).toHaveAttribute(
		"href",
		"/terms?version=2026-12-10",
	);
});

it("closed_banner_comes_back_with_next_change", async () => {
	const user = userEvent.setup();
	const first = show("2026-12-10");
	await user.click(screen.getByRole("button", { name: "닫기" }));
	expect(banner()).toBeNull();
	first.unmount();
	const again = show("2026-12-10");
	expect(banner()).toBeNull();
	again.unmount();
	show("2027-03-01");
	expect(banner()).toBeInTheDocument();
});
