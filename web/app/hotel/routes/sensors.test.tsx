import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { splitByGaps } from "~/hotel/features/sensors/level-chart";
import { hotelDb } from "../../../mocks/hotel-db";
import { TAKEN_SERIAL } from "../../../mocks/hotel-rooms";
import { http } from "../../../mocks/http";
import { server } from "../../../mocks/node";
import { renderHotel } from "../../../test/render-hotel";

it("silent_sensor_is_filtered_and_marked_checked", async () => {
	const { user } = renderHotel("/hotel/sensors", "client");
	await user.click(await screen.findByRole("radio", { name: "Needs check" }));
	const check = await screen.findByRole("button", { name: /^Mark checked HBA-/ });
	await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(1));
	await user.click(check);
	expect(await screen.findByText("No matching sensors.")).toBeVisible();
});

it("check_sends_no_setting_of_the_list", async () => {
	const sent: unknown[] = [];
	server.use(
		http.untyped.put("*/api/v1/hotel/sensors/:id", async ({ request }) => {
			sent.push(await request.json());
			return HttpResponse.json({});
		}),
	);
	const { user } = renderHotel("/hotel/sensors", "client");
	await user.click(await screen.findByRole("radio", { name: "Needs check" }));
	await user.click(await screen.findByRole("button", { name: /^Mark checked HBA-/ }));
	await waitFor(() => expect(sent).toEqual([{ state: "normal" }]));
});

async function addSensor(serial: string) {
	const { user } = renderHotel("/hotel/sensors", "client");
	await user.click(await screen.findByRole("button", { name: "Add sensor" }));
	await user.click(await screen.findByLabelText("Serial number"));
	await user.paste(serial);
	await user.click(screen.getByRole("button", { name: "Save" }));
}

it("new_sensor_is_added", async () => {
	await addSensor("HBA-9001");
	await waitFor(() => expect(hotelDb.sensors.map((each) => each.serial)).toEqual(["HBA-9001"]));
});

it.each([
	["!", "Use 4 to 40 letters, digits or hyphens."],
	[TAKEN_SERIAL, "This serial number is already in use."],
])("invalid_or_taken_serial_is_refused: %s", async (serial, why) => {
	await addSensor(serial);
	expect(await screen.findByText(why)).toBeVisible();
	expect(hotelDb.sensors).toEqual([]);
});

it("partner_cannot_change_sensors", async () => {
	renderHotel("/hotel/sensors?hotel=11", "partner");
	expect(await screen.findByRole("table", { name: "Sensors" })).toBeVisible();
	expect(screen.queryByRole("button", { name: "Add sensor" })).toBeNull();
	expect(screen.queryByRole("columnheader", { name: "Actions" })).toBeNull();
});

it("sensor_page_shows_days_as_chart_and_table", async () => {
	const { user } = renderHotel("/hotel/sensors", "client");
	const [first] = await screen.findAllByRole("link", { name: /^HBA-/ });
	const serial = first?.textContent ?? "";
	await user.click(first as HTMLElement);
	expect(await screen.findByRole("heading", { level: 1, name: serial })).toBeVisible();
	const chart = screen.getByRole("img", { name: "Level over the last 90 days" });
	// One line before the gap and one after it.
	expect(chart.querySelectorAll("path[stroke-linejoin]")).toHaveLength(2);
	const rows = within(screen.getByRole("table", { name: "Day by day" })).getAllByRole("row");
	expect(rows).toHaveLength(77);
	await waitFor(() => expect(document.title).toBe(`${serial} - Hanbit Amenities`));
});

it("sensor_without_readings_says_so", async () => {
	server.use(
		http.untyped.get("*/api/v1/hotel/sensors/:id/days", () =>
			HttpResponse.json({
				sensor: {
					id: 1,
					serial: "HBA-0001",
					type: "level",
					location: "",
					room: null,
					dispenserId: null,
					replaceDate: null,
					state: "normal",
					lastReadingAt: null,
					levelPercent: null,
					batteryPercent: null,
				},
				items: [],
			}),
		),
	);
	renderHotel("/hotel/sensors/1", "client");
	expect(await screen.findByText("No readings in the last 90 days.")).toBeVisible();
	expect(screen.queryByRole("table")).toBeNull();
});

it("consecutive_days_are_one_line", () => {
	const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-04"].map((day) => ({ day }));
	expect(splitByGaps(days).map((run) => run.length)).toEqual([3, 1]);
	expect(splitByGaps([])).toEqual([]);
});
