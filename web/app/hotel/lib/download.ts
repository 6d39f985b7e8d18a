import { useMutation } from "@tanstack/react-query";
import { saveFile } from "~/shared/lib/save-file";

/** Downloads a table as a spreadsheet file. */
export function useDownload(filename: string, load: () => Promise<{ data?: unknown; error?: unknown }>) {
	return useMutation({
		mutationFn: async () => {
			const { data, error } = await load();
			if (data === undefined) throw error;
			saveFile(data as Blob, filename);
		},
	});
}
