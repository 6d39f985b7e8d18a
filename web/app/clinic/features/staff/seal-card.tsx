import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRemoveSeal, useSeal, useStoreSeal } from "~/clinic/lib/seal-query";
import { problemText } from "~/shared/api/problem-text";
import { pngOf } from "~/shared/image/png";
import { localDate } from "~/shared/lib/format";
import { Badge } from "~/shared/ui/badge";
import { Button } from "~/shared/ui/button";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";

const MAX_LENGTH = 100;

/** The clinic's seal and its doctor's signature: with them the clinic offers signed documents. */
export function SealCard() {
	const { t } = useTranslation("clinicAccount");
	const { data } = useSeal();
	const remove = useRemoveSeal();
	const [isOpen, setOpen] = useState(false);
	const [isRemoving, setRemoving] = useState(false);
	if (!data) return null;
	const { seal } = data;
	return (
		<section aria-labelledby="seal" className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
			<div className="min-w-0 flex-1 basis-full sm:basis-0">
				<h2 id="seal" className="flex items-center gap-2 text-header">
					{t("seal.title")}
					<Badge tint={seal ? "success" : "quiet"}>{t(seal ? "seal.stored" : "seal.none")}</Badge>
				</h2>
				<p className="mt-1 text-ink-600">{t(seal ? "seal.isOffered" : "seal.text")}</p>
				{seal ? (
					<p className="number mt-1 text-meta text-ink-600">
						{t("seal.of", {
							name: seal.doctorName,
							license: seal.doctorLicense,
							date: localDate(seal.createdAt),
						})}
					</p>
				) : null}
			</div>
			<div className="flex gap-2">
				<Button tone="secondary" onPress={() => setOpen(true)}>
					{t(seal ? "seal.replace" : "seal.add")}
				</Button>
				{seal ? (
					<Button tone="quiet" onPress={() => setRemoving(true)}>
						{t("seal.remove")}
					</Button>
				) : null}
			</div>
			{isOpen ? <SealSheet onClose={() => setOpen(false)} /> : null}
			{isRemoving ? (
				<Dialog title={t("seal.removeTitle")} onClose={() => setRemoving(false)}>
					<p className="mt-2 text-ink-600">{t("seal.removeText")}</p>
					{remove.error ? <Notice tone="danger">{problemText(remove.error)}</Notice> : null}
					<div className="mt-5 flex flex-col gap-2.5">
						<Button
							tone="danger"
							isPending={remove.isPending}
							onPress={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
						>
							{t("seal.removeDo")}
						</Button>
						<Button tone="quiet" onPress={() => setRemoving(false)}>
							{t("seal.keep")}
						</Button>
					</div>
				</Dialog>
			) : null}
		</section>
	);
}

const PICTURES = ["seal", "signature"] as const;
type Pictures = Record<(typeof PICTURES)[number], string>;

function SealSheet({ onClose }: { onClose: () => void }) {
	const { t } = useTranslation("clinicAccount");
	const store = useStoreSeal();
	const [pictures, setPictures] = useState<Pictures>({ seal: "", signature: "" });
	const [doctorName, setName] = useState("");
	const [doctorLicense, setLicense] = useState("");
	const [confirmed, setConfirmed] = useState(false);
	const [isTried, setTried] = useState(false);
	const isWhole =
		pictures.seal !== "" &&
		pictures.signature !== "" &&
		doctorName.trim() !== "" &&
		doctorLicense.trim() !== "" &&
		confirmed;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setTried(true);
		if (!isWhole || store.isPending) return;
		const body = {
			...pictures,
			doctorName: doctorName.trim(),
			doctorLicense: doctorLicense.trim(),
			confirmed,
		};
		store.mutate(body, { onSuccess: onClose });
	};
	return (
		<Dialog title={t("seal.title")} onClose={onClose}>
			<form method="post" onSubmit={submit} className="mt-3 flex flex-col gap-4">
				<p className="text-[14px] text-ink-600">{t("seal.hint")}</p>
				{PICTURES.map((which) => (
					<PictureField
						key={which}
						label={t(`seal.${which}`)}
						png={pictures[which]}
						isMissing={isTried && pictures[which] === ""}
						onPick={(png) => setPictures((before) => ({ ...before, [which]: png }))}
					/>
				))}
				<TextField
					name="doctorName"
					label={t("seal.doctorName")}
					error={isTried && !doctorName.trim() ? t("seal.missing") : undefined}
					maxLength={MAX_LENGTH}
					onChange={setName}
				/>
				<TextField
					name="doctorLicense"
					label={t("seal.doctorLicense")}
					error={isTried && !doctorLicense.trim() ? t("seal.missing") : undefined}
					maxLength={MAX_LENGTH}
					onChange={setLicense}
				/>
				<label className="flex min-h-11 items-start gap-3 text-[14px]">
					<input
						type="checkbox"
						checked={confirmed}
						aria-invalid={(isTried && !confirmed) || undefined}
						onChange={(event) => setConfirmed(event.target.checked)}
						className="mt-0.5 size-5 shrink-0 accent-green-700"
					/>
					{t("seal.confirm")}
				</label>
				{store.error ? <Notice tone="danger">{problemText(store.error)}</Notice> : null}
				<Button type="submit" isPending={store.isPending}>
					{t("seal.store")}
				</Button>
			</form>
		</Dialog>
	);
}

interface PictureProps {
	label: string;
	png: string;
	isMissing: boolean;
	onPick: (png: string) => void;
}

function PictureField({ label, png, isMissing, onPick }: PictureProps) {
	const { t } = useTranslation("clinicAccount");
	const [isWrong, setWrong] = useState(false);
	return (
		<div className="flex items-center gap-4">
			<label className="min-w-0 flex-1 text-meta font-semibold text-ink-600">
				{label}
				<input
					type="file"
					accept="image/*"
					aria-invalid={isMissing || isWrong || undefined}
					className="mt-1.5 block w-full text-[14px] font-normal"
					onChange={async (event) => {
						const [file] = event.target.files ?? [];
						const picked = file ? await pngOf(file) : null;
						setWrong(file !== undefined && picked === null);
						if (picked) onPick(picked);
					}}
				/>
				{isMissing || isWrong ? (
					<span role="alert" className="text-danger">
						{t(isWrong ? "seal.notAPicture" : "seal.missing")}
					</span>
				) : null}
			</label>
			{png ? (
				<img
					src={`data:image/png;base64,${png}`}
					alt={label}
					className="size-16 rounded-control border border-line bg-white object-contain"
				/>
			) : null}
		</div>
	);
}
