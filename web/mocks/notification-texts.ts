/** The server's texts by kind of notification; a test compares them with the server's catalogues. */
export const NOTIFICATION_TEXTS = {
	ko: {
		profile_changed: {
			title: "내 정보가 바뀌었어요",
			text: "내 정보에서 바뀐 내용을 확인해 주세요. 직접 바꾸지 않았다면 비밀번호를 바꾸고 알려 주세요.",
		},
		name_requested: {
			title: "이름을 확인해 주세요",
			text: "치과에서 신분증을 보고 이름을 바꿔 달라고 했어요. 내 정보에서 맞는지 확인하고 바꿔 주세요.",
		},
		terms_changed: { title: "약관이 바뀔 예정이에요", text: "바뀌는 내용과 시행일을 미리 확인해 주세요." },
		terms_restricted: {
			title: "약관이 바뀔 예정이에요",
			text: "회원님께 불리한 변경이 있어요. 시행일 전에 꼭 확인해 주세요.",
		},
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
			text: "{clinic}에서 신청을 접수했어요. 안내에 따라 방문해 주세요.",
		},
		tci_released: {
			title: "{phase} 전문가 분석 결과가 나왔어요",
			text: "{clinic}에서 전문가의 {phase} 분석 결과를 공개했어요. 결과를 확인해 보세요.",
		},
		tci_corrected: {
			title: "{phase} 분석 결과가 정정되었어요",
			text: "{clinic}에서 결과를 고쳤어요. 고친 결과와 이유를 확인해 보세요.",
		},
		tci_withdrawn: {
			title: "{phase} 분석을 다시 하고 있어요",
			text: "{clinic}에서 사진을 바꿔서 지난 결과는 볼 수 없어요. 새 결과가 나오면 알려드릴게요.",
		},
		tci_canceled: {
			title: "치과가 신청을 취소했어요",
			text: "{clinic}에서 신청을 취소했어요. 자세한 내용은 치과에 문의해 주세요.",
		},
		claim_paid: { title: "결제가 완료되었어요", text: "청구가 치과에 전달되었어요." },
		claim_issued: { title: "보험서류가 발급되었어요", text: "지금 서류를 내려받을 수 있어요." },
		claim_canceled: {
			title: "치과가 서류를 발급할 수 없어요",
			text: "이유를 확인해 주세요. 결제한 금액은 모두 돌려드려요.",
		},
		new_sign_in: {
			title: "새 기기에서 로그인했어요",
			text: "본인이 아니라면 로그인된 기기에서 로그아웃하고 비밀번호를 바꿔 주세요.",
		},
		claim_mailed: {
			title: "등기우편을 보냈어요",
			text: "서류를 등기우편으로 보냈어요. 등기 번호는 {number}예요.",
		},
		claim_forwarded: {
			title: "다른 보험사에 서류를 보냈어요",
			text: "요청하신 보험사에 서류를 전달했어요.",
		},
		refund_started: {
			title: "환불을 시작했어요",
			text: "결제한 {amount}원을 돌려드리고 있어요. 카드사에 따라 며칠 걸릴 수 있어요.",
		},
		refund_done: {
			title: "환불이 끝났어요",
			text: "{amount}원의 결제가 취소되었어요. 카드사에 따라 며칠 뒤에 보일 수 있어요.",
		},
		payment_failed: {
			title: "결제가 완료되지 않았어요",
			text: "빠져나간 금액이 있으면 모두 돌려드려요. 청구 내역을 확인해 주세요.",
		},
	},
	en: {
		profile_changed: {
			title: "Your details were changed",
			text: "Check what was changed. If it was not you, change your password and tell us.",
		},
		name_requested: {
			title: "Please check your name",
			text: "A clinic saw your ID and asks for another name. Check it under your details and accept it if it is right.",
		},
		terms_changed: { title: "Our terms will change", text: "See what changes, and when." },
		terms_restricted: {
			title: "Our terms will change",
			text: "Some changes are to your disadvantage. Please read them before they take effect.",
		},
		export_failed: {
			title: "Your data could not be sent",
			text: "Your data file could not be made or sent. Ask for it again on your account page.",
		},
		result_failed: { title: "The picture could not be read", text: "See why, and take it again." },
		result_ready: { title: "Your result is ready", text: "See the result of your AI self-check." },
		tci_received: {
			title: "The clinic received your application",
			text: "{clinic} has taken your application.",
		},
		tci_released: {
			title: "Your expert result is ready: {phase}",
			text: "{clinic} has released an expert’s result for {phase}. Have a look at it.",
		},
		tci_corrected: {
			title: "A result was corrected: {phase}",
			text: "{clinic} corrected the result. See the new result and why.",
		},
		tci_withdrawn: {
			title: "A result is being redone: {phase}",
			text: "{clinic} replaced the photo, so the earlier result is no longer shown. We’ll let you know when the new one is ready.",
		},
		tci_canceled: {
			title: "The clinic canceled your application",
			text: "{clinic} canceled your application. Ask the clinic for details.",
		},
		claim_paid: {
			title: "Payment complete",
			text: "Your claim is with the clinic.",
		},
		claim_issued: { title: "Your documents are ready", text: "You can download them now." },
		claim_canceled: {
			title: "The clinic cannot issue the documents",
			text: "Please see the reason. What you paid goes back in full.",
		},
		new_sign_in: {
			title: "New sign-in",
			text: "Your account was signed in to on a new device. If it wasn’t you, sign that device out and change your password.",
		},
		claim_mailed: {
			title: "Sent by registered mail",
			text: "Your documents left by registered mail. The tracking number is {number}.",
		},
		claim_forwarded: {
			title: "Documents forwarded",
			text: "Your documents were sent to the other insurer.",
		},
		refund_started: {
			title: "Refund started",
			text: "KRW {amount} is on its way back to you. With some cards it takes a few days.",
		},
		refund_done: {
			title: "Refund done",
			text: "The payment of KRW {amount} was canceled. With some cards it shows after a few days.",
		},
		payment_failed: {
			title: "The payment was not completed",
			text: "Anything that was charged goes back in full. Please see your claims.",
		},
	},
};

/** The phase of the analyses in the offline mode's notifications. */
const PHASE = { ko: "세척 전", en: "before cleaning" };

/** A notification's texts in the language of the request, Korean by default. */
export function notificationTextOf(kind: string, request: Request): { title: string; body: string } {
	const language = /^en\b/i.test(request.headers.get("Accept-Language") ?? "") ? "en" : "ko";
	const texts = NOTIFICATION_TEXTS[language];
	const { title, text } = kind in texts ? texts[kind as keyof typeof texts] : texts.result_ready;
	const fill = (template: string) =>
		template.replaceAll("{clinic}", "혀봄치과의원").replaceAll("{phase}", PHASE[language]);
	return { title: fill(title), body: fill(text) };
}
