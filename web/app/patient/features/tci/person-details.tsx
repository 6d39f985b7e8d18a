import { useTranslation } from "react-i18next";
import { readBirth } from "~/domain/person/person";
import { formatPhone } from "~/shared/lib/format";
import { DescriptionList } from "~/shared/ui/description-list";

interface Props {
	person: { name: string; birth: string; gender?: number | null; phoneNumber: string };
}

const GENDERS = ["detail.man", "detail.woman"] as const;

/** Formats a date in any accepted notation with dashes. */
const formatDate = (birth: string) =>
	readBirth(birth)
		?.map((part) => String(part).padStart(2, "0"))
		.join("-") ?? birth;

/** The person of an application, as entered. */
export function PersonDetails({ person }: Props) {
	const { t } = useTranslation("tci");
	const gender = GENDERS[person.gender ?? GENDERS.length];
	return (
		<DescriptionList
			items={[
				[t("detail.name"), person.name],
				[t("detail.birth"), formatDate(person.birth) || "-"],
				[t("detail.gender"), gender ? t(gender) : "-"],
				[t("detail.phone"), formatPhone(person.phoneNumber)],
			]}
		/>
	);
}
