import { ABOUT_AI } from "./about-ai";
import { LegalArticle } from "./legal-page";
import { useModel } from "./model";
import { useText } from "./use-text";

/** How the score is made. Starts with the built-in version's figures, then shows those of the deployed one. */
export function AboutAiPage() {
	const aboutAi = useText(ABOUT_AI);
	const model = useModel();
	return <LegalArticle text={aboutAi ? aboutAi.forModel(model) : aboutAi} />;
}
