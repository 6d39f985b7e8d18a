import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { identityProblem } from "~/patient/lib/identity-problem";
import type { Verification } from "~/shared/api/types";
import { formatPhone } from "~/shared/lib/format";
import { withRedirect } from "~/shared/lib/redirect";
import { useRedirect } from "~/shared/lib/use-redirect";
import { buttonStyle } from "~/shared/ui/button-style";
import { Notice } from "~/shared/ui/notice";
import { TextField } from "~/shared/ui/text-field";
import { CheckIcon } from "~/shared/ui/tool-icons";
import { startIdentity } from "./identity";
import "./auth-texts";

interface Props {
	info: Verification | null;
	/** Problem code from the popup window. */
	problem: string | null;
	/** Whether a verified identity has expired. */
	isExpired: boolean;
	/** How often the user tried to continue without the check. */
	missing: number;
}

/** What to show instead of an identity. A result from an earlier visit is not shown again. */
function currentProblem({ info, problem, isExpired }: Props, isRequested: boolean): string | null {
	if (info) return null;
	return isRequested ? problem : isExpired ? "expired" : null;
}

/** The identity check of the sign-up form, and the identity that it verified. */
export function IdentityCard(props: Props) {
	const { info, missing } = props;
	const { t } = useTranslation("auth");
	const redirect = useRedirect();
	const [isRequested, setRequested] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (missing > 0) button.current?.focus();
	}, [missing]);
	const problem = currentProblem(props, isRequested);
	const waiting = isRequested && !info && !problem;
	const error = missing > 0 && !info && !problem ? t("identity.missing") : null;
	return (
		<>
			<div className="card flex flex-col gap-3 bg-mint-50">
				{info ? null : <p className="text-ink-600">{waiting ? t("identity.asked") : t("identity.text")}</p>}
				{info ? (
					<p role="status" className="flex items-center gap-2 font-bold text-success">
						<CheckIcon className="size-5" />
						{t("identity.done")}
					</p>
				) : null}
				<button
					ref={button}
					type="button"
					name="identity"
					aria-describedby={error ? "identity-error" : undefined}
					onClick={() => setRequested(startIdentity(redirect) === "window")}
					className={buttonStyle(info ? "secondary" : "primary")}
				>
					{t(info || waiting ? "identity.again" : "identity.start")}
				</button>
				{error ? (
					<p id="identity-error" className="text-meta text-danger">
						{error}
					</p>
				) : null}
			</div>
			{problem ? (
				<IdentityProblemNotice code={problem} signIn={withRedirect(href("/auth/signin"), redirect)} />
			) : null}
			{info ? <VerifiedIdentity key={info.id} info={info} /> : null}
		</>
	);
}

function IdentityProblemNotice({ code, signIn }: { code: string; signIn: string }) {
	const { t } = useTranslation("auth");
	const problem = identityProblem(code);
	return (
		<Notice
			tone="danger"
			action={
				problem === "already_registered" ? (
					<Link to={signIn} className={buttonStyle("secondary", "", "tight")}>
						{t("identity.toSignIn")}
					</Link>
				) : null
			}
		>
			{t(`identity.${problem}`)}
		</Notice>
	);
}

function VerifiedIdentity({ info }: { info: Verification }) {
	const { t } = useTranslation("account");
	return (
		<>
			<TextField name="name" label={t("field.name")} defaultValue={info.name} isReadOnly />
			<TextField
				name="birth"
				label={t("field.birth")}
				defaultValue={info.birth.replaceAll("-", ".")}
				isReadOnly
			/>
			<TextField
				name="phoneNumber"
				label={t("field.phoneNumber")}
				defaultValue={formatPhone(info.phone)}
				isReadOnly
			/>
		</>
	);
}
