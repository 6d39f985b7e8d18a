import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/tongue.json";
import type { TciPicture } from "~/shared/api/types";
import { renderScreen } from "../../../test/render";
import { failTenant } from "../../../test/serve-tenant";
import { PhotoFrame } from "./photo-frame";

bundleKo("tongue", ko);

const PICTURE = {
	pictureUrl: "pictures/7.jpg",
	width: 600,
	height: 800,
	coordinates: null,
	aiResult: null,
} as TciPicture;

const show = (isRetryable?: boolean) =>
	renderScreen(
		() => (
			<PhotoFrame
				picture={PICTURE}
				outline
				maxHeight="68dvh"
				isRetryable={isRetryable}
				inside={() => <p>칸</p>}
			/>
		),
		"/",
	);

it("failed_photo_is_loaded_again_on_request", async () => {
	const { user } = show();
	const first = await screen.findByRole("img");
	fireEvent.error(first);
	expect(screen.queryByRole("img")).toBeNull();
	expect(screen.queryByText("칸")).toBeNull();
	await user.click(screen.getByRole("button", { name: "다시 불러오기" }));
	// Only another element makes the browser request the photo again.
	expect(screen.getByRole("img")).not.toBe(first);
	expect(screen.getByText("칸")).toBeInTheDocument();
	expect(screen.queryByText("사진을 불러오지 못했어요.")).toBeNull();
	fireEvent.error(screen.getByRole("img"));
	expect(screen.getByText("사진을 불러오지 못했어요.")).toBeInTheDocument();
});

it("photo_without_tenant_is_loaded_again", async () => {
	const restore = failTenant();
	const { user } = show();
	const retry = await screen.findByRole("button", { name: "다시 불러오기" });
	restore();
	await user.click(retry);
	expect(await screen.findByRole("img")).toBeInTheDocument();
});

it("failed_photo_below_something_says_so_only", async () => {
	show(false);
	fireEvent.error(await screen.findByRole("img"));
	expect(screen.getByText("사진을 불러오지 못했어요.")).toBeInTheDocument();
	expect(screen.queryByRole("button")).toBeNull();
});
