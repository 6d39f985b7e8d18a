/** What the server says of each kind of notification; a test compares it with the server's catalogues. */
export const NOTIFICATION_WORDS = {
	ko: {
		result_failed: {
			title: "분석하지 못했습니다",
			text: "사진을 분석하지 못했습니다. 이유를 확인하고 다시 촬영해 주세요.",
		},
		result_ready: {
			title: "분석 결과가 나왔습니다",
			text: "AI 셀프 체크 결과를 확인해 보세요.",
		},
	},
	en: {
		result_failed: { title: "The picture could not be read", text: "See why, and take it again." },
		result_ready: { title: "Your result is ready", text: "See the result of your AI self-check." },
	},
};

/** A notification's words for whoever asks: Korean unless English is asked for. */
export function wordsOf(kind: string, request: Request): { title: string; body: string } {
	const language = /^en\b/i.test(request.headers.get("Accept-Language") ?? "") ? "en" : "ko";
	const words = NOTIFICATION_WORDS[language];
	const { title, text } = kind in words ? words[kind as keyof typeof words] : words.result_ready;
	return { title, body: text };
}
