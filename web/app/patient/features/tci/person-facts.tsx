import { useTranslation } from "react-i18next";
import { readBirth } from "~/domain/person/person";
import { phoneNumber } from "~/shared/lib/format";
import { DescriptionList } from "~/shared/ui/description-list";

interface Props {
	person: { name: string; birth: string; gender?: number | null; phoneNumber: string };
}

const GENDERS = ["detail.man", "detail.woman"] as const;

/** Formats a date in any accepted notation with dashes. */
const dashed = (birth: string) =>
	readBirth(birth)
		?.map((part) => String(part).padStart(2, "0"))
		.join("-") ?? birth;

/** The person of an application, as entered. */
export function PersonFacts({ person }: Props) {
	const { t } = useTranslation("tci");
	const gender = GENDERS[person.gender ?? GENDERS.length];
	return (
		<DescriptionList
			facts={[
				[t("detail.name"), person.name],
				[t("detail.birth"), dashed(person.birth) || "-"],
				[t("detail.gender"), gender ? t(gender) : "-"],
				[t("detail.phone"), phoneNumber(person.phoneNumber)],
			]}
		/>
	);
}
