import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { refusalIn } from "~/patient/lib/identity-problem";
import { pageAddress } from "~/shared/api/client";
import { isProblem } from "~/shared/api/problem";
import { problemText } from "~/shared/api/problem-text";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { useChange } from "./profile-queries";

interface Props {
	name: string;
	/** The query parameters of the URL; the identity check returns its result in them. */
	query: URLSearchParams;
}

const VERIFICATION = "identityVerificationId";

/** The name. Only a verified identity can change it. */
export function ProfileName({ name, query }: Props) {
	const { t } = useTranslation("profile");
	const { t: tAccount } = useTranslation("account");
	const change = useChange();
	const refusal = query.has("code") ? refusalIn(query) : null;
	const verificationId = query.get(VERIFICATION);
	const used = useRef<string | null>(null);
	const { mutate } = change;
	useEffect(() => {
		if (refusal || !verificationId || used.current === verificationId) return;
		used.current = verificationId;
		mutate({ part: "name", verificationId });
	}, [refusal, verificationId, mutate]);
	const again = isProblem(change.error) && change.error.code === "identity_pending";
	return (
		<section aria-labelledby="profile-name" className="card flex flex-col gap-3">
			<h2 id="profile-name" className="text-header">
				{tAccount("field.name")}
			</h2>
			<p>{name}</p>
			<p className="text-meta text-ink-600">{t("name.text")}</p>
			{refusal ? (
				<Notice tone="danger">{t(refusal === "cancelled" ? "name.canceled" : "name.failed")}</Notice>
			) : null}
			{change.isError ? <Notice tone="danger">{problemText(change.error)}</Notice> : null}
			{change.isSuccess ? <Notice tone="info">{t("name.done")}</Notice> : null}
			<Button
				tone="secondary"
				isPending={change.isPending}
				onPress={() => {
					if (again && verificationId) return mutate({ part: "name", verificationId });
					location.assign(pageAddress("/patients/identity/start", { redirect: href("/account/profile") }));
				}}
			>
				{t(again ? "name.again" : "name.verify")}
			</Button>
		</section>
	);
}
