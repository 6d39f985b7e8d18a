import { SoonScreen } from "~/features/home/soon-screen";

export default function ApplyInsurance() {
	return <SoonScreen />;
}
