import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "~/patient/api";
import { problemText } from "~/shared/api/problem-text";
import { unwrap } from "~/shared/api/unwrap";
import { page } from "~/shared/lib/page";
import { webAddress } from "~/shared/lib/web-address";
import { Button } from "~/shared/ui/button";
import { Notice } from "~/shared/ui/notice";
import { OtherBrowserNotice } from "~/shared/ui/other-browser-notice";

/** Downloads the released results of an application as PDF. */
export function useReport(applicationId: number) {
	return useMutation({
		mutationFn: async () => {
			const params = { path: { id: applicationId } };
			// The browser downloads the URL itself, because in-app browsers cannot save a blob that a script fetched.
			const { url } = await unwrap(api.POST("/patients/tcis/{id}/report/links", { params }));
			const address = webAddress(url);
			if (address) page.leave(address);
		},
	});
}

/** The released results of an application as PDF. */
export function ReportDownload({ applicationId }: { applicationId: number }) {
	const { t } = useTranslation("tci");
	const report = useReport(applicationId);
	const { error } = report;
	return (
		<>
			{error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
			<OtherBrowserNotice reason="download" />
			<Button tone="secondary" isPending={report.isPending} onPress={() => report.mutate()}>
				{t("tci.report")}
			</Button>
		</>
	);
}
