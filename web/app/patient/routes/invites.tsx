import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useNavigate } from "react-router";
import { bundleKo } from "~/i18n/i18n";
import ko from "~/locales/ko/invites.json";
import { findInvite, followInvite, type InviteFailure } from "~/patient/features/tci/follow-invite";
import { InstitutionCard } from "~/patient/ui/institution-card";
import type { Institution } from "~/shared/api/types";
import type { RouteHandle } from "~/shared/lib/route-handle";
import { useHydrated, useHydratedSearchParams } from "~/shared/lib/use-hydrated-search-params";
import { Button } from "~/shared/ui/button";
import { buttonStyle } from "~/shared/ui/button-style";
import { EmptyState } from "~/shared/ui/empty-state";
import { AlertIcon } from "~/shared/ui/icons";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

bundleKo("invites", ko);

export const handle: RouteHandle = { title: "invite" };

const isFailure = (found: Institution | InviteFailure): found is InviteFailure => "text" in found;

/** Loads the clinic of an invitation's code, and accepts the invitation. */
function useInvite() {
	const navigate = useNavigate();
	const hydrated = useHydrated();
	const code = useHydratedSearchParams().get("code");
	const [clinic, setClinic] = useState<Institution | null>(null);
	const [failure, setFailure] = useState<InviteFailure | null>(null);
	const [isPending, setPending] = useState(false);
	useEffect(() => {
		if (!hydrated) return;
		if (!code) return void navigate(href("/"), { replace: true });
		let left = false;
		void findInvite(code).then((found) => {
			if (left) return;
			if (isFailure(found)) setFailure(found);
			else setClinic(found);
		});
		return () => {
			left = true;
		};
	}, [hydrated, code, navigate]);
	const follow = async () => {
		setPending(true);
		const next = await followInvite(code ?? "");
		if (typeof next === "string") return void navigate(next);
		setPending(false);
		setFailure(next);
	};
	return { clinic, failure, isPending, follow };
}

/** Names the inviting clinic, and links to an application there. */
export default function Invites() {
	const { t } = useTranslation("invites");
	const { clinic, failure, isPending, follow } = useInvite();
	return (
		<>
			{clinic ? (
				<div className="mx-auto flex w-full max-w-[560px] flex-col gap-4 pt-2">
					<h1 className="text-title">{t("title", { clinic: clinic.name })}</h1>
					<p className="text-ink-600">{t("text")}</p>
					<InstitutionCard institution={clinic} label={t("clinic")} />
					{failure ? null : (
						<Button isPending={isPending} onPress={() => void follow()}>
							{t("apply")}
						</Button>
					)}
					{failure ? (
						<>
							<Notice tone="danger">{failure.text}</Notice>
							<Link to={href("/")} className={buttonStyle("secondary")}>
								{t("action.home", { ns: "common" })}
							</Link>
						</>
					) : null}
				</div>
			) : null}
			{failure && !clinic ? (
				<div role="alert">
					<EmptyState mark={<AlertIcon className="size-10" />} title={t("missing")} text={failure.text}>
						<Link to={href("/")} className={buttonStyle()}>
							{t("action.home", { ns: "common" })}
						</Link>
					</EmptyState>
				</div>
			) : null}
			{clinic || failure ? null : <Loading />}
		</>
	);
}

function Loading() {
	const { t } = useTranslation();
	return (
		<div aria-busy="true" className="mx-auto flex max-w-[560px] flex-col gap-4 pt-2">
			<span role="status" className="sr-only">
				{t("state.loading")}
			</span>
			<Skeleton className="h-17 rounded-card" />
			<Skeleton className="h-28 rounded-card" />
		</div>
	);
}
