import { SoonScreen } from "~/features/home/soon-screen";

export default function ApplyTci() {
	return <SoonScreen feature="tci" />;
}
