const REVOKE_DELAY_MS = 60_000;

/** Downloads a file that is already in memory. */
export function saveFile(file: Blob, filename: string): void {
	const address = URL.createObjectURL(file);
	const link = document.createElement("a");
	link.href = address;
	link.download = filename;
	document.body.append(link);
	link.click();
	link.remove();
	// Some browsers read the URL only after the click handler.
	setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
