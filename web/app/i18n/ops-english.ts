import accessLog from "~/locales/en/accessLog.json";
import credentials from "~/locales/en/credentials.json";
import ops from "~/locales/en/ops.json";
import opsDirectory from "~/locales/en/opsDirectory.json";
import opsMoney from "~/locales/en/opsMoney.json";
import opsQueues from "~/locales/en/opsQueues.json";
import opsRecords from "~/locales/en/opsRecords.json";
import payments from "~/locales/en/payments.json";

/** The operators' English texts, which nobody else loads. */
export const opsEnglish = {
	accessLog,
	credentials,
	ops,
	opsDirectory,
	opsMoney,
	opsQueues,
	opsRecords,
	payments,
};
