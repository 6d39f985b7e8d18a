import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "~/lib/api/client";
import { $api } from "~/lib/api/queries";
import type { Profile } from "~/lib/api/types";
import { loadPatient } from "~/lib/session";

const options = $api.queryOptions("get", "/patients/me/profile");

/** The own data with their latest changes. */
export function useProfile() {
	return useQuery(options);
}

/** The parts of the own data, each with its own proof. */
export type Change =
	| { part: "name"; verificationId: string }
	| { part: "phone"; phoneNumber: string; phoneToken: string }
	| { part: "email"; email: string }
	| { part: "noEmail" }
	| { part: "address"; zipcode: string; address: string; addressDetail: string };

async function ask(change: Change) {
	switch (change.part) {
		case "name":
			return api.PUT("/patients/me/name", { body: { verificationId: change.verificationId } });
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

/** Changes one part; what the server answers is what stands, on this screen and in the session. */
export function useChange() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async (change: Change): Promise<Profile> => {
			const { data, error } = await ask(change);
			if (!data) throw error;
			return data.profile;
		},
		onSuccess: (profile) => {
			client.setQueryData(options.queryKey, { profile });
			void loadPatient();
		},
	});
}
