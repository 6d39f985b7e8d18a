import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "~/clinic/api";
import { problemText } from "~/shared/api/problem-text";
import { unwrap } from "~/shared/api/unwrap";
import { Dialog } from "~/shared/ui/dialog";
import { Notice } from "~/shared/ui/notice";
import { Skeleton } from "~/shared/ui/skeleton";

const QrCode = lazy(() => import("~/shared/ui/qr-code"));

/** Shows the code with which a walk-in patient adds the application to an account. */
export function LinkDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const { t } = useTranslation("clinic");
	const { mutate, data, error } = useMutation({
		mutationFn: () => unwrap(api.POST("/institutions/tcis/{id}/link-code", { params: { path: { id } } })),
	});
	useEffect(() => mutate(), [mutate]);
	return (
		<Dialog title={t("link.title")} onClose={onClose}>
			<p className="mt-1 mb-4 text-meta text-ink-600">{t("link.text")}</p>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			{data ? (
				<>
					<Suspense fallback={<Skeleton className="mx-auto aspect-square w-full max-w-[240px]" />}>
						<QrCode text={data.url} label={t("link.qr")} />
					</Suspense>
					<p className="number mt-4 text-center text-tile font-bold tracking-widest">{data.code}</p>
				</>
			) : null}
		</Dialog>
	);
}
