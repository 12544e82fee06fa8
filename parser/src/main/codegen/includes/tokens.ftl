<#-- SPDX-License-Identifier: Apache-2.0 -->

/* `10s`, `5m`, `1d`: longer than the number in it, so it wins over it. */
<DEFAULT, DQID, BTID, BQID, BQHID> TOKEN :
{
    < DURATION_LITERAL: (["0"-"9"])+ ["a", "b", "d", "h", "m", "n", "q", "s", "u", "w", "y"] >
}

/* `10min`, `2x`: refused as a whole, or it would be read as a number and an alias. Declared last, it loses against `10m`. */
<DEFAULT, DQID, BTID, BQID, BQHID> TOKEN :
{
    < MALFORMED_NUMBER: (["0"-"9"])+ (["a"-"d", "f"-"z", "_"] | "e" ["a"-"z", "_"]) (<LETTER> | <DIGIT>)* >
}

/* Calcite's lexical states know either double quotes or backquotes around a name; here both do. */
<DQID> TOKEN :
{
    < ALSO_BACK_QUOTED: "`" ( ~["`", "\n", "\r"] | "``" )+ "`" > { matchedToken.kind = BACK_QUOTED_IDENTIFIER; }
}
