/** What the server says of each kind of notification; a test compares it with the server's catalogues. */
export const NOTIFICATION_WORDS = {
	ko: {
		export_failed: {
			title: "내 데이터를 보내지 못했어요",
			text: "파일을 만들거나 보내는 데 실패했어요. 내 계정에서 다시 요청해 주세요.",
		},
		result_failed: {
			title: "사진을 분석하지 못했어요",
			text: "이유를 확인하고 다시 촬영해 주세요.",
		},
		result_ready: {
			title: "분석 결과가 나왔어요",
			text: "AI 자가 검진 결과를 확인해 보세요.",
		},
		tci_received: {
			title: "병원이 신청을 접수했어요",
			text: "신청하신 병원에서 접수했어요. 안내에 따라 방문해 주세요.",
		},
		tci_released: {
			title: "전문가 분석 결과가 나왔어요",
			text: "병원에서 전문가의 분석 결과를 공개했어요. 결과를 확인해 보세요.",
		},
		tci_canceled: {
			title: "병원이 신청을 취소했어요",
			text: "신청이 취소되었어요. 자세한 내용은 병원에 문의해 주세요.",
		},
	},
	en: {
		export_failed: {
			title: "Your data could not be sent",
			text: "Your data file could not be made or sent. Ask for it again on your account page.",
		},
		result_failed: { title: "The picture could not be read", text: "See why, and take it again." },
		result_ready: { title: "Your result is ready", text: "See the result of your AI self-check." },
		tci_received: {
			title: "The clinic received your application",
			text: "The clinic has taken your application.",
		},
		tci_released: {
			title: "Your expert result is ready",
			text: "The clinic has released an expert's result. Have a look at it.",
		},
		tci_canceled: {
			title: "The clinic canceled your application",
			text: "Your application was canceled. Ask the clinic for details.",
		},
	},
};

/** A notification's words for whoever asks: Korean unless English is asked for. */
export function wordsOf(kind: string, request: Request): { title: string; body: string } {
	const language = /^en\b/i.test(request.headers.get("Accept-Language") ?? "") ? "en" : "ko";
	const words = NOTIFICATION_WORDS[language];
	const { title, text } = kind in words ? words[kind as keyof typeof words] : words.result_ready;
	return { title, body: text };
}
