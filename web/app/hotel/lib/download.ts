import { useMutation } from "@tanstack/react-query";
import { unwrap } from "~/shared/api/unwrap";
import { saveFile } from "~/shared/lib/save-file";

/** Downloads a table as a spreadsheet file. */
export function useDownload(filename: string, load: () => Promise<{ data?: unknown; error?: unknown }>) {
	return useMutation({
		mutationFn: async () => {
			saveFile((await unwrap(load())) as Blob, filename);
		},
	});
}
