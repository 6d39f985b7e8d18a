import { ABOUT_AI } from "./about-ai";
import { LegalArticle } from "./legal-page";
import { useModel } from "./model";
import { useText } from "./use-text";

/** How the score is made: the built-in version's figures at once, those of the deployed one when the server names it. */
export function AboutAiPage() {
	const words = useText(ABOUT_AI);
	const model = useModel();
	return <LegalArticle text={words ? words.forModel(model) : words} />;
}
