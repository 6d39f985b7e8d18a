import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { formatPhone } from "~/shared/lib/format";
import { useProductName, useTenant } from "~/shared/lib/tenant";
import { NextIcon } from "~/shared/ui/icons";
import { type Block, insertNames, type Table } from "./text";

/** Renders one block of a section. */
export function BlockView({ block }: { block: Block }) {
	const fill = useNames();
	if (block === "company") return <Company />;
	if (typeof block === "string") return <p>{fill(block)}</p>;
	if ("points" in block) {
		return (
			<ul>
				{block.points.map((point) => (
					<li key={point}>{fill(point)}</li>
				))}
			</ul>
		);
	}
	if ("steps" in block) {
		return (
			<ol>
				{block.steps.map((step) => (
					<li key={step}>{fill(step)}</li>
				))}
			</ol>
		);
	}
	if ("links" in block) {
		return (
			<p className="flex flex-wrap gap-2 print:hidden">
				{block.links.map(([label, to]) => (
					<Link
						key={to}
						to={href(to)}
						className="inline-flex min-h-12 items-center gap-1 rounded-full border border-line bg-white px-4 text-[14px] font-semibold text-green-700 hover:border-green-700/40"
					>
						{label}
						<NextIcon className="size-4" />
					</Link>
				))}
			</p>
		);
	}
	return <TableView table={block} fill={fill} />;
}

/** Returns a function that inserts the tenant's names into a text. */
export function useNames(): (text: string) => string {
	const service = useProductName();
	const company = useTenant()?.company.name ?? service;
	return (text) => insertNames(text, { service, company });
}

/** Sets roles explicitly, because Safari drops table semantics when CSS lays out rows as blocks. */
function TableView({ table, fill }: { table: Table; fill: (text: string) => string }) {
	const { caption, head, rows } = table;
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		// biome-ignore-start lint/a11y/useSemanticElements: see above
		<table role="table" data-stacks={head.length > 2} className="table-legal">
			<caption>{fill(caption)}</caption>
			<thead role="rowgroup">
				<tr role="row">
					{head.map((name) => (
						<th key={name} role="columnheader" scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody role="rowgroup">
				{rows.map(([name = "", ...cells]) => (
					<tr key={name} role="row">
						<th role="rowheader" scope="row">
							{fill(name)}
						</th>
						{cells.map((cell, at) => (
							<td key={head[at + 1]} role="cell">
								{/* Repeats the column's name visually where the header row is hidden. */}
								<span aria-hidden="true">{head[at + 1]}</span>
								{fill(cell)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
		// biome-ignore-end lint/a11y/useSemanticElements: see above
		// biome-ignore-end lint/a11y/noRedundantRoles: see above
	);
}

/** The company behind the text, from the tenant. */
function Company() {
	const { t } = useTranslation("legal");
	const company = useTenant()?.company;
	if (!company) return null;
	const rows = [
		[t("company.name"), company.name],
		[t("company.representative"), company.representative],
		[t("company.registration"), company.registrationNumber],
		[t("company.address"), company.address],
	].filter(([, value]) => value);
	return (
		<dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 rounded-[16px] bg-mint-50 p-5 text-[14px]">
			{rows.map(([name, value]) => (
				<div key={name} className="contents">
					<dt className="text-ink-600">{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
			<dt className="text-ink-600">{t("company.phone")}</dt>
			<dd className="number">
				<a href={`tel:${company.phoneNumber.replaceAll("-", "")}`} className="underline">
					{formatPhone(company.phoneNumber)}
				</a>
			</dd>
			<dt className="text-ink-600">{t("company.email")}</dt>
			<dd>
				<a href={`mailto:${company.email}`} className="underline">
					{company.email}
				</a>
			</dd>
		</dl>
	);
}
