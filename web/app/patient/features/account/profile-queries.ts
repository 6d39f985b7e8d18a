import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { $api, api } from "~/patient/api";
import { loadPatient } from "~/patient/session/session";
import type { Profile } from "~/shared/api/types";
import { unwrap } from "~/shared/api/unwrap";

const options = $api.queryOptions("get", "/patients/me/profile");

/** The patient's profile with its latest changes. */
export function useProfile() {
	return useQuery(options);
}

/** The parts of the profile, each with its own proof. */
export type Change =
	| { part: "name"; verificationId: string }
	| { part: "nameRequest"; name: string; accepted: boolean }
	| { part: "phone"; phoneNumber: string; phoneToken: string }
	| { part: "email"; email: string }
	| { part: "noEmail" }
	| { part: "address"; zipcode: string; address: string; addressDetail: string };

async function requestChange(change: Change) {
	switch (change.part) {
		case "name":
			return api.PUT("/patients/me/name", { body: { verificationId: change.verificationId } });
		case "nameRequest": {
			const { name, accepted } = change;
			return api.PUT("/patients/me/name-request", { body: { name, accepted } });
		}
		case "phone":
			return api.PUT("/patients/me/phone", {
				body: { phoneNumber: change.phoneNumber, phoneToken: change.phoneToken },
			});
		case "email":
			return api.POST("/patients/me/email", { body: { email: change.email } });
		case "noEmail":
			return api.DELETE("/patients/me/email");
		case "address": {
			const { zipcode, address, addressDetail } = change;
			return api.PUT("/patients/me/address", { body: { zipcode, address, addressDetail } });
		}
	}
}

/** Changes one part of the profile. The response updates this screen and the session. */
export function useChange() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (change: Change): Promise<Profile> => {
			const { profile } = await unwrap(requestChange(change));
			return profile;
		},
		onSuccess: (profile) => {
			client.setQueryData(options.queryKey, { profile });
			void loadPatient();
		},
	});
}
