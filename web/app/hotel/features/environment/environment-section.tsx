import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth, formatNumber, formatVolume, formatWeight, shiftMonth } from "~/hotel/lib/format";
import { useHotelChoice } from "~/hotel/lib/hotel-choice";
import type { Environment } from "~/hotel/types";
import { ChoiceBar } from "~/hotel/ui/choice-bar";
import { DataTable } from "~/hotel/ui/data-table";
import { MetricTile } from "~/hotel/ui/metric-tile";
import { QueryState } from "~/hotel/ui/query-state";
import { problemText } from "~/shared/api/problem-text";
import { koreanDay } from "~/shared/lib/korea";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { BarChart } from "./bar-chart";
import { useEnvironment, useEnvironmentFile } from "./queries";

const SPANS = ["6", "12", "24"] as const;
type Span = (typeof SPANS)[number];
const MEASURES = ["refill", "plastic"] as const;
type Measure = (typeof MEASURES)[number];
const MONTH_LENGTH = 7;

/** What refilling saved: totals, a chart, a table, and how the numbers are calculated. */
export function EnvironmentSection() {
	const { t } = useTranslation("hotelAdmin");
	const { hotel } = useHotelChoice();
	const [span, setSpan] = useState<Span>("12");
	const to = koreanDay(new Date()).slice(0, MONTH_LENGTH);
	const range = { ...(hotel ? { hotelId: hotel.id } : {}), from: shiftMonth(to, 1 - Number(span)), to };
	const query = useEnvironment(range);
	const file = useEnvironmentFile(range);
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<ChoiceBar<Span>
					label={t("environment.range")}
					value={span}
					onChange={setSpan}
					choices={SPANS.map((each) => [each, t("environment.months", { n: each })] as const)}
				/>
				<Button tone="secondary" isPending={file.isPending} onPress={() => file.mutate()}>
					{t("action.csv", { ns: "hotel" })}
				</Button>
			</div>
			{file.error ? <Notice tone="danger">{problemText(file.error)}</Notice> : null}
			<QueryState query={query}>
				{(data) => <MetricTiles data={data} isStale={query.isPlaceholderData} />}
			</QueryState>
		</>
	);
}

function MetricTiles({ data, isStale }: { data: Environment; isStale: boolean }) {
	const { t } = useTranslation("hotelAdmin");
	const sum = (of: (month: Environment["months"][number]) => number) =>
		data.months.reduce((total, month) => total + of(month), 0);
	const bottles = sum(({ bottlesReplaced }) => bottlesReplaced);
	return (
		<div aria-busy={isStale} className="flex flex-col gap-4 lg:gap-5">
			<dl className="grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1">
				<MetricTile
					icon="leaf"
					name={t("environment.plastic")}
					value={formatWeight(sum(({ plasticGrams }) => plasticGrams))}
					text={t("environment.plasticText")}
				/>
				<MetricTile
					icon="drop"
					name={t("environment.refilled")}
					value={formatVolume(sum(({ refillMl }) => refillMl))}
					text={t("environment.refilledText")}
				/>
				<MetricTile
					icon="inventory"
					name={t("environment.bottles")}
					value={formatNumber(bottles)}
					text={t("environment.bottlesText")}
				/>
			</dl>
			<Chart data={data} />
			<Tables data={data} />
			<section aria-labelledby="formula" className="card">
				<h2 id="formula" className="text-header">
					{t("environment.how")}
				</h2>
				<p className="number mt-2 font-semibold">{data.formula}</p>
				<p className="mt-1 text-meta text-ink-600">{t("environment.source", { source: data.source })}</p>
			</section>
		</div>
	);
}

function Chart({ data }: { data: Environment }) {
	const { t } = useTranslation("hotelAdmin");
	const [measure, setMeasure] = useState<Measure>("refill");
	const isRefill = measure === "refill";
	const months = data.months.map(({ month }) => month);
	const series = data.byHotel.map(({ hotel, months: own }) => ({
		...hotel,
		values: months.map((month) => {
			const found = own.find((each) => each.month === month);
			return (isRefill ? found?.refillMl : found?.plasticGrams) ?? 0;
		}),
	}));
	return (
		<section aria-labelledby="chart" className="card">
			<div className="mb-4 flex flex-wrap items-center justify-between gap-2">
				<h2 id="chart" className="text-header">
					{t("environment.byMonth")}
				</h2>
				<ChoiceBar<Measure>
					label={t("environment.measure")}
					value={measure}
					onChange={setMeasure}
					choices={MEASURES.map((each) => [each, t(`environment.measures.${each}`)] as const)}
				/>
			</div>
			<BarChart
				label={t(`environment.chart.${measure}`)}
				months={months}
				series={series}
				textOf={isRefill ? formatVolume : formatWeight}
			/>
		</section>
	);
}

function Tables({ data }: { data: Environment }) {
	const { t } = useTranslation("hotelAdmin");
	const figures = [
		{
			head: t("environment.column.refilled"),
			isNumber: true,
			cell: (row: MonthMetrics) => formatVolume(row.refillMl),
		},
		{
			head: t("environment.column.bottles"),
			isNumber: true,
			cell: (row: MonthMetrics) => formatNumber(row.bottlesReplaced),
		},
		{
			head: t("environment.column.plastic"),
			isNumber: true,
			cell: (row: MonthMetrics) => formatWeight(row.plasticGrams),
		},
	];
	return (
		<>
			{data.byHotel.length > 1 ? (
				<section aria-labelledby="by-hotel" className="flex flex-col gap-3">
					<h2 id="by-hotel" className="text-header">
						{t("environment.byHotel")}
					</h2>
					<DataTable
						label={t("environment.byHotel")}
						rows={data.byHotel}
						keyOf={({ hotel }) => hotel.id}
						empty={t("environment.none")}
						columns={[{ head: t("environment.column.hotel"), cell: ({ hotel }) => hotel.name }, ...figures]}
					/>
				</section>
			) : null}
			<section aria-labelledby="month-by-month" className="flex flex-col gap-3">
				<h2 id="month-by-month" className="text-header">
					{t("environment.monthByMonth")}
				</h2>
				<DataTable
					label={t("environment.monthByMonth")}
					rows={[...data.months].reverse()}
					keyOf={({ month }) => month}
					empty={t("environment.none")}
					columns={[
						{ head: t("environment.column.month"), cell: ({ month }) => formatMonth(month) },
						...figures,
					]}
				/>
			</section>
		</>
	);
}

type MonthMetrics = Pick<Environment["months"][number], "refillMl" | "bottlesReplaced" | "plasticGrams">;
