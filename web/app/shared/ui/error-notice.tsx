import { problemText } from "~/shared/api/problem-text";
import { Notice } from "./notice";
import { RetryButton } from "./retry-button";

interface Props {
	error: unknown;
	onRetry: () => void;
}

/** Why a part of a screen could not be loaded, with a retry button. */
export function ErrorNotice({ error, onRetry }: Props) {
	return (
		<Notice tone="danger" action={<RetryButton onPress={onRetry} />}>
			{problemText(error)}
		</Notice>
	);
}
