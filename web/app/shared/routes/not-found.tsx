import { NotFound } from "~/shared/layouts/not-found";

export default function NotFoundPage() {
	return <NotFound />;
}
