/** Converts passkeys between the server's JSON and the bytes of the browser's API. */

interface Id {
	id: string;
}
interface Options {
	publicKey: {
		challenge: string;
		user?: Id;
		excludeCredentials?: Id[] | null;
		allowCredentials?: Id[] | null;
	};
}

/** A credential as JSON. The OpenAPI document describes it only as an object. */
type CredentialJson = Record<string, never>;

export const canUsePasskeys = (): boolean =>
	typeof PublicKeyCredential !== "undefined" && "credentials" in navigator;

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export function toText(buffer: ArrayBuffer): string {
	const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const withBytes = <Each extends Id>(each: Each) => ({ ...each, id: toBytes(each.id) });

function parseRequest(options: unknown) {
	const { publicKey } = options as Options;
	return {
		...publicKey,
		challenge: toBytes(publicKey.challenge),
		...(publicKey.user ? { user: withBytes(publicKey.user) } : {}),
		...(publicKey.excludeCredentials
			? { excludeCredentials: publicKey.excludeCredentials.map(withBytes) }
			: {}),
		...(publicKey.allowCredentials ? { allowCredentials: publicKey.allowCredentials.map(withBytes) } : {}),
	};
}

const credentialFields = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: toText(rawId), type });

/** Creates a passkey. Rejects with the browser's error when nobody confirms. */
export async function createPasskey(options: unknown): Promise<CredentialJson> {
	const publicKey = parseRequest(options) as unknown as PublicKeyCredentialCreationOptions;
	const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
	const response = made.response as AuthenticatorAttestationResponse;
	const credential = {
		...credentialFields(made),
		response: {
			attestationObject: toText(response.attestationObject),
			clientDataJSON: toText(response.clientDataJSON),
		},
	};
	return credential as unknown as CredentialJson;
}

/** Signs with a passkey. Rejects with the browser's error when nobody confirms. */
export async function signWithPasskey(options: unknown): Promise<CredentialJson> {
	const publicKey = parseRequest(options) as unknown as PublicKeyCredentialRequestOptions;
	const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
	const response = signed.response as AuthenticatorAssertionResponse;
	const credential = {
		...credentialFields(signed),
		response: {
			authenticatorData: toText(response.authenticatorData),
			clientDataJSON: toText(response.clientDataJSON),
			signature: toText(response.signature),
			userHandle: response.userHandle ? toText(response.userHandle) : null,
		},
	};
	return credential as unknown as CredentialJson;
}
