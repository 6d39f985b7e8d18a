import { useTranslation } from "react-i18next";
import { DoneToday } from "~/hotel/features/tasks/done-today";
import { TaskList } from "~/hotel/features/tasks/task-list";
import { HotelPage } from "~/hotel/layouts/hotel-page";
import { OneHotel } from "~/hotel/layouts/one-hotel";
import { RequirePermission } from "~/hotel/layouts/require-permission";
import { useHotelChoice } from "~/hotel/lib/hotel-choice";

export default function TasksPage() {
	const { t } = useTranslation("hotel");
	const { hotel } = useHotelChoice();
	return (
		<RequirePermission permission="refill_dispensers">
			<HotelPage title={t("nav.tasks")} text={hotel?.name} hotels="one">
				<OneHotel>
					{(chosen) => (
						<>
							<TaskList hotel={chosen} />
							<DoneToday hotel={chosen} />
						</>
					)}
				</OneHotel>
			</HotelPage>
		</RequirePermission>
	);
}
