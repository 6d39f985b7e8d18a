import { type FocusEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSession } from "~/patient/session/session";
import { PersonIcon } from "~/shared/ui/icons";

const loadPanel = () => import("./user-panel");
const UserPanel = lazy(loadPanel);
const PRELOAD_DELAY_MS = 1000;

/** The user menu: a button with a panel. It closes on Escape, on blur and on navigation. */
export function UserMenu({ isScrolled }: { isScrolled: boolean }) {
	const { t } = useTranslation();
	const { patient } = useSession();
	const [open, setOpen] = useState(false);
	const { pathname } = useLocation();
	const button = useRef<HTMLButtonElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: closes on navigation
	useEffect(() => setOpen(false), [pathname]);
	// Preloads the panel after the page has rendered and requested its data.
	useEffect(() => {
		const timer = setTimeout(() => loadPanel().catch(() => undefined), PRELOAD_DELAY_MS);
		return () => clearTimeout(timer);
	}, []);

	const leave = (event: FocusEvent<HTMLElement>) => {
		if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
	};
	return (
		<nav
			aria-label={t("menu.label")}
			className="relative"
			onBlur={leave}
			onKeyDown={(event) => {
				if (event.key !== "Escape" || !open) return;
				setOpen(false);
				button.current?.focus();
			}}
		>
			<button
				ref={button}
				type="button"
				aria-expanded={open}
				aria-label={patient ? t("menu.ofPerson", { name: patient.name }) : t("menu.open")}
				onClick={() => setOpen(!open)}
				className={`grid size-12 place-items-center rounded-full text-[14px] font-bold transition-colors ${
					isScrolled ? "bg-white/15 text-white" : "bg-mint-100 text-green-700"
				}`}
			>
				{patient ? <span aria-hidden="true">{initialOf(patient.name)}</span> : <PersonIcon />}
			</button>
			{open ? (
				<Suspense>
					<UserPanel />
				</Suspense>
			) : null}
		</nav>
	);
}

/** The first letter of the name, including surrogate pairs. */
function initialOf(name: string): string {
	return Array.from(name.trim())[0] ?? "";
}
