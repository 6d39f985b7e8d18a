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
			title: "치과가 신청을 접수했어요",
			text: "신청하신 치과에서 접수했어요. 안내에 따라 방문해 주세요.",
		},
		tci_released: {
			title: "전문가 분석 결과가 나왔어요",
			text: "치과에서 전문가의 분석 결과를 공개했어요. 결과를 확인해 보세요.",
		},
		tci_canceled: {
			title: "치과가 신청을 취소했어요",
			text: "신청이 취소되었어요. 자세한 내용은 치과에 문의해 주세요.",
		},
		claim_paid: { title: "결제가 완료되었어요", text: "보험 서류 신청이 치과에 전달되었어요." },
		claim_issued: { title: "보험 서류가 발급되었어요", text: "지금 서류를 내려받을 수 있어요." },
		claim_canceled: {
			title: "치과가 서류를 발급할 수 없어요",
			text: "이유를 확인해 주세요. 결제한 금액은 모두 돌려드려요.",
		},
		payment_failed: {
			title: "결제가 완료되지 않았어요",
			text: "빠져나간 금액이 있으면 모두 돌려드려요. 청구 내역을 확인해 주세요.",
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
		claim_paid: {
			title: "Payment complete",
			text: "Your request for insurance documents is with the clinic.",
		},
		claim_issued: { title: "Your documents are ready", text: "You can download them now." },
		claim_canceled: {
			title: "The clinic cannot issue the documents",
			text: "Please see the reason. What you paid goes back in full.",
		},
		payment_failed: {
			title: "The payment was not completed",
			text: "Anything that was charged goes back in full. Please see your claims.",
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
