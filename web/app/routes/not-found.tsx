import { NotFoundScreen } from "~/shell/not-found-screen";

export default function NotFound() {
	return <NotFoundScreen />;
}
